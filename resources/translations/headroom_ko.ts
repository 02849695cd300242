<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR" sourcelanguage="en">
<context>
    <name>PlanMenu</name>
    <message>
        <location filename="../../ui/panels/plan_menu.cpp" line="77"/>
        <source>&amp;Hold tokens per step</source>
        <translation>스텝당 토큰 유지(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_menu.cpp" line="89"/>
        <source>&amp;Framework</source>
        <translation>프레임워크(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_menu.cpp" line="99"/>
        <source>&amp;Task</source>
        <translation>작업(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_menu.cpp" line="100"/>
        <source>&amp;Optimizer</source>
        <translation>옵티마이저(&amp;O)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_menu.cpp" line="101"/>
        <source>&amp;States</source>
        <translation>상태 정밀도(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_menu.cpp" line="102"/>
        <source>&amp;Loss</source>
        <translation>손실 계산(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_menu.cpp" line="106"/>
        <source>Se&amp;quence parallel</source>
        <translation>시퀀스 병렬(&amp;Q)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_menu.cpp" line="107"/>
        <source>Flash &amp;attention</source>
        <translation>플래시 어텐션(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_menu.cpp" line="109"/>
        <source>Offload a&amp;ctivations</source>
        <translation>활성값 오프로드(&amp;C)</translation>
    </message>
</context>
<context>
    <name>QuantityField</name>
    <message>
        <location filename="../../ui/panels/quantity_field.hpp" line="32"/>
        <source>must be above zero</source>
        <translation>0보다 커야 합니다</translation>
    </message>
</context>
<context>
    <name>headroom::AccuracyPage</name>
    <message>
        <location filename="../../ui/panels/accuracy_page.cpp" line="71"/>
        <source>Comparing with measured runs…</source>
        <translation>측정한 실행과 비교하는 중…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/accuracy_page.cpp" line="87"/>
        <source>Errors in all</source>
        <translation>전체 오차</translation>
    </message>
    <message>
        <location filename="../../ui/panels/accuracy_page.cpp" line="91"/>
        <source>Runs not compared</source>
        <translation>비교하지 못한 실행</translation>
    </message>
    <message>
        <location filename="../../ui/panels/accuracy_page.cpp" line="74"/>
        <source>How good is this?</source>
        <translation>정확도</translation>
    </message>
    <message>
        <location filename="../../ui/panels/accuracy_page.cpp" line="81"/>
        <source>How good is this? Predicted against measured</source>
        <translation>얼마나 정확한가: 예측과 측정 비교</translation>
    </message>
    <message>
        <location filename="../../ui/panels/accuracy_page.cpp" line="89"/>
        <source>By source, the largest errors first</source>
        <translation>출처별, 오차가 큰 순서</translation>
    </message>
    <message>
        <location filename="../../ui/panels/accuracy_page.cpp" line="88"/>
        <source>Step time by kind of plan</source>
        <translation>계획 종류별 스텝 시간</translation>
    </message>
    <message>
        <location filename="../../ui/panels/accuracy_page.cpp" line="90"/>
        <source>Step time of sources that the constants had not seen</source>
        <translation>상수를 맞출 때 쓰지 않은 출처의 스텝 시간</translation>
    </message>
    <message>
        <location filename="../../ui/panels/accuracy_page.cpp" line="131"/>
        <source>No measured runs could be read.</source>
        <translation>측정한 실행을 읽지 못했습니다.</translation>
    </message>
</context>
<context>
    <name>headroom::AxisRow</name>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="72"/>
        <source>%1, value</source>
        <translation>%1, 값</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="133"/>
        <source>does not fit: %1 over</source>
        <translation>들어가지 않음: %1 부족</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="161"/>
        <source>&amp;Lock</source>
        <translation>잠금(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="172"/>
        <source>&amp;Reset to %1</source>
        <translation>저장된 값으로(&amp;R): %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="166"/>
        <source>&amp;Hold tokens per step</source>
        <translation>스텝당 토큰 유지(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="178"/>
        <source>The model has no experts.</source>
        <translation>이 모델에는 전문가가 없습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="179"/>
        <source>Does not apply to this kind of model.</source>
        <translation>이 종류의 모델에는 해당하지 않습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="227"/>
        <source>Write one of: %1.</source>
        <translation>다음 가운데 하나를 쓰십시오: %1.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="229"/>
        <source>Write a number such as 8.03B or 70B.</source>
        <translation>8.03B, 70B와 같이 쓰십시오.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="231"/>
        <source>Write a whole number such as 128k or 131072.</source>
        <translation>128k, 131072와 같은 정수를 쓰십시오.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="234"/>
        <source>The plan keeps %1.</source>
        <translation>계획은 %1 그대로입니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="236"/>
        <source>not understood</source>
        <translation>알 수 없는 값</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="249"/>
        <source>against now: %1, %2 step time</source>
        <translation>지금과 비교: %1, 스텝 시간 %2</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="262"/>
        <source>%1 of %2, %3 per step</source>
        <translation>%2 중 %1, 스텝당 %3</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="281"/>
        <source>, %1 gibibytes to spare</source>
        <translation>, %1 기비바이트 남음</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="282"/>
        <source>, %1 gibibytes over</source>
        <translation>, %1 기비바이트 부족</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="284"/>
        <source>, locked</source>
        <translation>, 잠김</translation>
    </message>
    <message>
        <location filename="../../ui/panels/axis_row.cpp" line="290"/>
        <source>. %1 from %2</source>
        <translation>. %2부터 %1</translation>
    </message>
</context>
<context>
    <name>headroom::CalibrationDialog</name>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="48"/>
        <source>Pre&amp;set</source>
        <translation>프리셋(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="48"/>
        <source>&amp;Calibrated</source>
        <translation>보정(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="50"/>
        <source>Calibration</source>
        <translation>보정</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="74"/>
        <source>The numbers of the presets; the calibration is kept</source>
        <translation>프리셋의 값. 보정값은 그대로 둡니다</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="75"/>
        <source>The ticked numbers in place of the presets&apos;</source>
        <translation>프리셋 대신 선택한 측정값</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="90"/>
        <source>Measured numbers</source>
        <translation>측정값</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="109"/>
        <source>Calibrations (*.json)</source>
        <translation>보정 파일 (*.json)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="110"/>
        <source>&amp;Open…</source>
        <translation>열기(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="111"/>
        <source>Open calibration</source>
        <translation>보정 파일 열기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="114"/>
        <source>&amp;Save as…</source>
        <translation>다른 이름으로 저장(&amp;A)…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="116"/>
        <source>Save calibration</source>
        <translation>보정 파일 저장</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="119"/>
        <source>&amp;Remove</source>
        <translation>삭제(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="122"/>
        <source>C&amp;lose</source>
        <translation>닫기(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="174"/>
        <source>No calibration</source>
        <translation>보정 없음</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="175"/>
        <source>The plan has the numbers of the presets. Open a calibration that was measured on your GPUs, or make one with headroom-probe and &quot;headroom-cli calibrate&quot;.</source>
        <translation>이 계획은 프리셋의 값을 씁니다. 여러분의 GPU에서 측정한 보정 파일을 열거나 headroom-probe와 &quot;headroom-cli calibrate&quot;로 만드세요.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="224"/>
        <source>To know</source>
        <translation>유의할 점</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="224"/>
        <source>Measured runs</source>
        <translation>측정 실행</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="225"/>
        <source>Not used by itself</source>
        <translation>저절로 쓰지 않는 값</translation>
    </message>
    <message>
        <location filename="../../ui/panels/calibration_dialog.cpp" line="226"/>
        <source>Kept from the preset</source>
        <translation>프리셋 그대로</translation>
    </message>
</context>
<context>
    <name>headroom::ChartPage</name>
    <message>
        <location filename="../../ui/panels/chart_page.cpp" line="23"/>
        <source>Table</source>
        <translation>표</translation>
    </message>
    <message>
        <location filename="../../ui/panels/chart_pages.cpp" line="72"/>
        <location filename="../../ui/panels/chart_pages.cpp" line="114"/>
        <source>Sweep over</source>
        <translation>스윕할 축</translation>
    </message>
    <message>
        <location filename="../../ui/panels/chart_pages.cpp" line="84"/>
        <location filename="../../ui/panels/chart_pages.cpp" line="97"/>
        <source>Paid</source>
        <translation>지불 방식</translation>
    </message>
    <message>
        <location filename="../../ui/panels/chart_pages.cpp" line="94"/>
        <source>&amp;Prices and terms…</source>
        <translation>가격과 조건(&amp;P)…</translation>
    </message>
</context>
<context>
    <name>headroom::ComparePane</name>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="65"/>
        <source>Pinned plans</source>
        <translation>고정한 계획</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="95"/>
        <source>Compared with</source>
        <translation>비교 대상</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="96"/>
        <source>Swap</source>
        <translation>맞바꾸기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="97"/>
        <source>The pinned plan becomes the present one, which takes its place</source>
        <translation>고정한 계획을 현재 계획으로 삼고 현재 계획을 그 자리에 고정합니다</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="98"/>
        <source>Copy table</source>
        <translation>표 복사</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="99"/>
        <source>Unpin</source>
        <translation>고정 해제</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="127"/>
        <source>Compare</source>
        <translation>비교</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="127"/>
        <source>Pinned</source>
        <translation>고정</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="129"/>
        <source>Fold Ctrl+B</source>
        <translation>접기 Ctrl+B</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="129"/>
        <source>Expand Ctrl+B</source>
        <translation>펼치기 Ctrl+B</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="139"/>
        <source>now</source>
        <translation>현재</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="196"/>
        <source>with the plan now</source>
        <translation>현재 계획과</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="201"/>
        <source>with %1 %2</source>
        <translation>%1 %2 계획과</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="213"/>
        <source>Pinned plan %1, %2</source>
        <translation>고정한 계획 %1, %2</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="233"/>
        <source>&amp;Go back to this plan</source>
        <translation>이 계획으로 돌아가기(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="235"/>
        <source>&amp;Swap with the plan now</source>
        <translation>현재 계획과 맞바꾸기(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="237"/>
        <source>&amp;Rename…</source>
        <translation>이름 바꾸기(&amp;R)…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="239"/>
        <source>Move &amp;left</source>
        <translation>왼쪽으로(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="241"/>
        <source>Move r&amp;ight</source>
        <translation>오른쪽으로(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="244"/>
        <source>&amp;Unpin</source>
        <translation>고정 해제(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="250"/>
        <source>Rename</source>
        <translation>이름 바꾸기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_pane.cpp" line="251"/>
        <source>Name of plan %1</source>
        <translation>계획 %1의 이름</translation>
    </message>
</context>
<context>
    <name>headroom::CompareTables</name>
    <message>
        <location filename="../../ui/panels/compare_tables.cpp" line="88"/>
        <source>VRAM by term, GiB</source>
        <translation>항목별 VRAM, GiB</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_tables.cpp" line="89"/>
        <source>Step time by term, s</source>
        <translation>항목별 스텝 시간, s</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_tables.cpp" line="89"/>
        <source>Result</source>
        <translation>결과</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_tables.cpp" line="128"/>
        <source>No setting differs.</source>
        <translation>다른 설정이 없습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_tables.cpp" line="129"/>
        <source>Settings that differ: %1. Nothing else.</source>
        <translation>다른 설정: %1. 나머지는 같습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_tables.cpp" line="139"/>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <location filename="../../ui/panels/compare_tables.cpp" line="140"/>
        <source>less | more</source>
        <translation>감소 | 증가</translation>
    </message>
</context>
<context>
    <name>headroom::ExportDialog</name>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="62"/>
        <location filename="../../ui/panels/export_dialog.cpp" line="358"/>
        <source>Export chart</source>
        <translation>차트 내보내기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="91"/>
        <location filename="../../ui/panels/export_dialog.cpp" line="97"/>
        <source>Preview, as it will be on paper</source>
        <translation>미리 보기, 인쇄될 모습 그대로</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="178"/>
        <source>&amp;Width</source>
        <translation>너비(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="160"/>
        <location filename="../../ui/panels/export_dialog.cpp" line="161"/>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="179"/>
        <source>&amp;Resolution</source>
        <translation>해상도(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="165"/>
        <source> DPI</source>
        <translation> DPI</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="112"/>
        <source>data of the chart, CSV</source>
        <translation>차트 데이터, CSV</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="114"/>
        <source>assumptions, text</source>
        <translation>가정, 텍스트</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="115"/>
        <source>scenario copy</source>
        <translation>시나리오 사본</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="116"/>
        <source>Also written beside it:</source>
        <translation>함께 저장:</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="135"/>
        <source>What</source>
        <translation>내용</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="137"/>
        <source>Content</source>
        <translation>내용</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="141"/>
        <source>Title</source>
        <translation>제목</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="142"/>
        <source>scenario</source>
        <translation>시나리오</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="144"/>
        <source>presets, validation, version</source>
        <translation>프리셋, 검증, 버전</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="149"/>
        <source>&amp;Content</source>
        <translation>내용(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="150"/>
        <source>&amp;Title</source>
        <translation>제목(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="151"/>
        <source>Footer</source>
        <translation>바닥글</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="159"/>
        <source>Size</source>
        <translation>크기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="160"/>
        <source>Width</source>
        <translation>너비</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="161"/>
        <source>Height</source>
        <translation>높이</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="162"/>
        <source>as needed</source>
        <translation>필요한 만큼</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="165"/>
        <source>Resolution</source>
        <translation>해상도</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="163"/>
        <source>Text size</source>
        <translation>글자 크기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="163"/>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="168"/>
        <source>&amp;Height</source>
        <translation>높이(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="180"/>
        <source>Te&amp;xt size</source>
        <translation>글자 크기(&amp;X)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="186"/>
        <source>Form</source>
        <translation>형식</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="187"/>
        <source>Format</source>
        <translation>형식</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="189"/>
        <source>Theme</source>
        <translation>테마</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="189"/>
        <source>light, for paper</source>
        <translation>밝게, 인쇄용</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="189"/>
        <source>as shown</source>
        <translation>화면과 같게</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="190"/>
        <source>Ground</source>
        <translation>바탕</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="190"/>
        <source>opaque</source>
        <translation>불투명</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="190"/>
        <source>transparent</source>
        <translation>투명</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="197"/>
        <source>Where</source>
        <translation>위치</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="199"/>
        <location filename="../../ui/panels/export_dialog.cpp" line="206"/>
        <source>File</source>
        <translation>파일</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="201"/>
        <source>Browse…</source>
        <translation>찾아보기…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="251"/>
        <source>Written whole or not at all; the old file stays if it fails.</source>
        <translation>온전히 쓰거나 아예 쓰지 않습니다. 실패하면 이전 파일이 남습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="252"/>
        <source>Copy to clipboard</source>
        <translation>클립보드에 복사</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="253"/>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="254"/>
        <source>Export</source>
        <translation>내보내기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="341"/>
        <source>%1 × %2 mm</source>
        <translation>%1 × %2 mm</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="344"/>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 픽셀</translation>
    </message>
    <message>
        <location filename="../../ui/panels/export_dialog.cpp" line="351"/>
        <source>This file exists and will be replaced.</source>
        <translation>이미 있는 파일이며 새 파일로 바뀝니다.</translation>
    </message>
</context>
<context>
    <name>headroom::FileEditor</name>
    <message>
        <location filename="../../ui/widgets/file_editor.cpp" line="32"/>
        <source>Text of %1</source>
        <translation>%1의 내용</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/file_editor.cpp" line="44"/>
        <source>Save and try again</source>
        <translation>저장하고 다시 열기</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/file_editor.cpp" line="45"/>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/file_editor.cpp" line="68"/>
        <source>The file is not UTF-8 and cannot be changed here.</source>
        <translation>UTF-8 파일이 아니어서 여기서 고칠 수 없습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/file_editor.cpp" line="70"/>
        <source>The file is too long to be changed here; its beginning is shown.</source>
        <translation>파일이 너무 길어 여기서 고칠 수 없습니다. 앞부분만 보입니다.</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/file_editor.cpp" line="91"/>
        <source>Not saved: %1. The file is as it was.</source>
        <translation>저장하지 못했습니다: %1. 파일은 그대로입니다.</translation>
    </message>
</context>
<context>
    <name>headroom::FormFoot</name>
    <message>
        <location filename="../../ui/widgets/form_foot.cpp" line="18"/>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
</context>
<context>
    <name>headroom::FrontierHead</name>
    <message>
        <location filename="../../ui/panels/frontier_head.cpp" line="47"/>
        <source>Search also over</source>
        <translation>함께 탐색할 항목</translation>
    </message>
    <message>
        <location filename="../../ui/panels/frontier_head.cpp" line="48"/>
        <source>precision</source>
        <translation>정밀도</translation>
    </message>
    <message>
        <location filename="../../ui/panels/frontier_head.cpp" line="49"/>
        <source>offload</source>
        <translation>오프로드</translation>
    </message>
    <message>
        <location filename="../../ui/panels/frontier_head.cpp" line="55"/>
        <source>Progress of the search</source>
        <translation>탐색 진행률</translation>
    </message>
    <message>
        <location filename="../../ui/panels/frontier_head.cpp" line="123"/>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <location filename="../../ui/panels/frontier_head.cpp" line="123"/>
        <source>Search again</source>
        <translation>다시 탐색</translation>
    </message>
    <message>
        <location filename="../../ui/panels/frontier_head.cpp" line="127"/>
        <source>Searching every legal plan…</source>
        <translation>가능한 모든 계획을 탐색하는 중…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/frontier_head.cpp" line="129"/>
        <source>No combination of these plans is legal.</source>
        <translation>가능한 조합이 없습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/frontier_head.cpp" line="131"/>
        <source>Stopped early.</source>
        <translation>도중에 멈췄습니다.</translation>
    </message>
</context>
<context>
    <name>headroom::FundingDialog</name>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="55"/>
        <source>Prices and terms</source>
        <translation>가격과 조건</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="57"/>
        <source>Of one %1. An empty price is not known. Presets of %2.</source>
        <translation>%1 한 장 기준. 빈 가격은 알 수 없음입니다. 프리셋 %2.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="66"/>
        <source>Prices in US dollars</source>
        <translation>미국 달러 가격</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="67"/>
        <source>Spot</source>
        <translation>스팟</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="68"/>
        <source>Shown in</source>
        <translation>표시 통화</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="69"/>
        <source>Reserved and owned</source>
        <translation>예약과 보유</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="70"/>
        <source>Experiments</source>
        <translation>실험</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="73"/>
        <source>Apply</source>
        <translation>적용</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="85"/>
        <source>Given by the team.</source>
        <translation>팀이 입력한 값입니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="90"/>
        <source>confidence: %1</source>
        <translation>신뢰도: %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="121"/>
        <source>$2.49/h</source>
        <translation>$2.49/h</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="123"/>
        <source>On &amp;demand</source>
        <translation>온디맨드(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="126"/>
        <source>&amp;Spot</source>
        <translation>스팟(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="129"/>
        <source>Reserved, &amp;1 year</source>
        <translation>1년 예약(&amp;1)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="133"/>
        <source>Reserved, &amp;3 years</source>
        <translation>3년 예약(&amp;3)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="137"/>
        <source>To &amp;buy, with its share of a server</source>
        <translation>구입, 서버 몫 포함(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="137"/>
        <source>$40k</source>
        <translation>$40k</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="141"/>
        <source>Po&amp;wer, with its share of a server</source>
        <translation>전력, 서버 몫 포함(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="141"/>
        <source>1.3 kW</source>
        <translation>1.3 kW</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="147"/>
        <source>&amp;Reclaims of a node in 30 days</source>
        <translation>노드당 30일 회수 횟수(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="151"/>
        <source>&amp;Checkpoint every</source>
        <translation>체크포인트 간격(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="151"/>
        <source>1 h</source>
        <translation>1 h</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="155"/>
        <source>R&amp;estart takes</source>
        <translation>재시작 시간(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="155"/>
        <source>15 min</source>
        <translation>15 min</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="162"/>
        <source>&amp;Utilisation</source>
        <translation>사용률(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="162"/>
        <source>70 %</source>
        <translation>70 %</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="165"/>
        <source>&amp;Years kept</source>
        <translation>사용 연수(&amp;Y)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="168"/>
        <source>&amp;Value left after 3 years</source>
        <translation>3년 뒤 남는 가치(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="168"/>
        <source>30 %</source>
        <translation>30 %</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="173"/>
        <source>E&amp;lectricity, a kWh</source>
        <translation>전기, kWh당(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="173"/>
        <source>$0.08</source>
        <translation>$0.08</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="177"/>
        <source>&amp;PUE</source>
        <translation>PUE(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="181"/>
        <source>Colocation, a kW and &amp;month</source>
        <translation>코로케이션, kW당 월(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="181"/>
        <source>$200</source>
        <translation>$200</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="185"/>
        <source>S&amp;taff, a year</source>
        <translation>인건비, 1년(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="185"/>
        <source>not counted</source>
        <translation>세지 않음</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="192"/>
        <source>own site</source>
        <translation>자체 시설</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="192"/>
        <source>colocation</source>
        <translation>코로케이션</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="194"/>
        <source>Machines stand in</source>
        <translation>장비 위치</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="195"/>
        <source>Machines stand &amp;in</source>
        <translation>장비 위치(&amp;I)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="200"/>
        <source>&amp;GPU hours a week</source>
        <translation>주당 GPU 시간(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="200"/>
        <source>all</source>
        <translation>전부</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="204"/>
        <source>Budget a wee&amp;k</source>
        <translation>주당 예산(&amp;K)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="204"/>
        <source>no limit</source>
        <translation>제한 없음</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="208"/>
        <source>Steps &amp;of one experiment</source>
        <translation>실험 하나의 스텝(&amp;O)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="208"/>
        <source>the whole run</source>
        <translation>전체 실행</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="211"/>
        <source>or &amp;tokens</source>
        <translation>또는 토큰(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="211"/>
        <source>1B</source>
        <translation>1B</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="217"/>
        <source>Curre&amp;ncy</source>
        <translation>통화(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/funding_dialog.cpp" line="220"/>
        <source>For one US doll&amp;ar</source>
        <translation>1달러당(&amp;A)</translation>
    </message>
</context>
<context>
    <name>headroom::GlossaryDialog</name>
    <message>
        <location filename="../../ui/panels/glossary_dialog.cpp" line="23"/>
        <source>Terms</source>
        <translation>용어</translation>
    </message>
    <message>
        <location filename="../../ui/panels/glossary_dialog.cpp" line="25"/>
        <source>Terms explained</source>
        <translation>용어 설명</translation>
    </message>
    <message>
        <location filename="../../ui/panels/glossary_dialog.cpp" line="27"/>
        <source>term</source>
        <translation>용어</translation>
    </message>
    <message>
        <location filename="../../ui/panels/glossary_dialog.cpp" line="27"/>
        <source>meaning</source>
        <translation>뜻</translation>
    </message>
    <message>
        <location filename="../../ui/panels/glossary_dialog.cpp" line="35"/>
        <location filename="../../ui/panels/glossary_dialog.cpp" line="36"/>
        <source>Find a term</source>
        <translation>용어 찾기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/glossary_dialog.cpp" line="40"/>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
<context>
    <name>headroom::GoalsDialog</name>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="116"/>
        <source>Goals</source>
        <translation>목표</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="118"/>
        <source>What the team agreed on. An empty field asks for nothing.</source>
        <translation>팀이 합의한 목표입니다. 빈 칸은 목표가 없다는 뜻입니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="122"/>
        <source>&amp;Margin on one GPU</source>
        <translation>GPU 한 장의 여유(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="122"/>
        <source>8 % or 5 GiB</source>
        <translation>8 % 또는 5 GiB</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="123"/>
        <source>&amp;Step time</source>
        <translation>스텝 시간(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="123"/>
        <source>2 s</source>
        <translation>2 s</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="124"/>
        <source>&amp;Run</source>
        <translation>전체 실행(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="124"/>
        <source>7 days</source>
        <translation>7 days</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="125"/>
        <source>&amp;Budget</source>
        <translation>예산(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="125"/>
        <source>$5k</source>
        <translation>$5k</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="126"/>
        <source>&amp;Tokens to train on</source>
        <translation>학습할 토큰 수(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="126"/>
        <source>40B</source>
        <translation>40B</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="127"/>
        <source>Apply</source>
        <translation>적용</translation>
    </message>
</context>
<context>
    <name>headroom::GoalsPanel</name>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="39"/>
        <source>per step</source>
        <translation>(스텝)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="47"/>
        <source>margin</source>
        <translation>여유</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="64"/>
        <source>No goals set.</source>
        <translation>정한 목표가 없습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="108"/>
        <source>met</source>
        <translation>충족</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="109"/>
        <source>missed</source>
        <translation>미달</translation>
    </message>
    <message>
        <location filename="../../ui/panels/goals_panel.cpp" line="110"/>
        <source>cannot be judged</source>
        <translation>판단 불가</translation>
    </message>
</context>
<context>
    <name>headroom::GpuChooser</name>
    <message>
        <location filename="../../ui/panels/gpu_chooser.cpp" line="24"/>
        <location filename="../../ui/panels/gpu_chooser.cpp" line="31"/>
        <source>GPUs in view</source>
        <translation>표시할 GPU</translation>
    </message>
    <message>
        <location filename="../../ui/panels/gpu_chooser.cpp" line="28"/>
        <location filename="../../ui/panels/gpu_chooser.cpp" line="29"/>
        <source>Find a GPU</source>
        <translation>GPU 찾기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/gpu_chooser.cpp" line="52"/>
        <source>Usual set</source>
        <translation>기본 목록</translation>
    </message>
    <message>
        <location filename="../../ui/panels/gpu_chooser.cpp" line="53"/>
        <source>All</source>
        <translation>모두</translation>
    </message>
    <message>
        <location filename="../../ui/panels/gpu_chooser.cpp" line="59"/>
        <source>None</source>
        <translation>없음</translation>
    </message>
    <message>
        <location filename="../../ui/panels/gpu_chooser.cpp" line="61"/>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/gpu_chooser.cpp" line="33"/>
        <source>The charts show the same plan on each of these.</source>
        <translation>차트는 같은 계획을 아래 GPU마다 보여 줍니다.</translation>
    </message>
</context>
<context>
    <name>headroom::GpuTablePage</name>
    <message>
        <location filename="../../ui/panels/gpu_table_page.cpp" line="45"/>
        <location filename="../../ui/panels/gpu_table_page.cpp" line="53"/>
        <source>GPUs over five criteria</source>
        <translation>다섯 기준으로 본 GPU</translation>
    </message>
    <message>
        <location filename="../../ui/panels/gpu_table_page.cpp" line="56"/>
        <source>Sort &amp;by</source>
        <translation>정렬(&amp;B)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/gpu_table_page.cpp" line="59"/>
        <source>Sort by</source>
        <translation>정렬</translation>
    </message>
</context>
<context>
    <name>headroom::KeyList</name>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="18"/>
        <source>next legal value of a slider</source>
        <translation>슬라이더의 다음 값</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="19"/>
        <source>two legal values</source>
        <translation>두 값씩</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="20"/>
        <source>ends of a slider</source>
        <translation>슬라이더의 양 끝</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="21"/>
        <source>to where the status changes</source>
        <translation>상태가 바뀌는 곳으로</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="22"/>
        <source>digit or letter</source>
        <translation>숫자나 글자</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="22"/>
        <source>goes into the number box</source>
        <translation>값 칸에 입력</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="23"/>
        <source>in the box: apply, put back</source>
        <translation>값 칸에서 적용, 되돌리기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="24"/>
        <source>Alt + letter</source>
        <translation>Alt + 글자</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="24"/>
        <source>to that slider</source>
        <translation>그 슬라이더로</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="25"/>
        <source>previous, next GPU in focus</source>
        <translation>이전, 다음 GPU 선택</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="26"/>
        <source>next, previous region</source>
        <translation>다음, 이전 영역</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="27"/>
        <source>tabs</source>
        <translation>탭</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="28"/>
        <source>arrows in a chart</source>
        <translation>차트에서 화살표</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="29"/>
        <source>walk the marks; Enter focuses, Space reads out</source>
        <translation>표식 이동, Enter 선택, Space 읽기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="30"/>
        <source>undo, redo (one drag is one step)</source>
        <translation>실행 취소, 다시 실행(한 번 끌기는 한 단계)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="31"/>
        <source>open, save</source>
        <translation>열기, 저장</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="33"/>
        <source>pin the plan; swap it with the pinned</source>
        <translation>계획 고정, 고정한 계획과 맞바꾸기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="34"/>
        <source>compare pinned plans: open, fold</source>
        <translation>고정한 계획 비교 펼치기, 접기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="35"/>
        <source>measured runs beside the plan</source>
        <translation>계획 옆의 측정 실행</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="36"/>
        <source>measure the GPU in this machine</source>
        <translation>이 컴퓨터의 GPU 측정</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="37"/>
        <source>lock the slider in focus</source>
        <translation>초점이 있는 슬라이더 잠금</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="38"/>
        <source>the chart as a table</source>
        <translation>차트를 표로 보기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="39"/>
        <source>export the chart; write the memo</source>
        <translation>차트 내보내기, 보고서 쓰기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="40"/>
        <source>copy the chart: picture, SVG and table</source>
        <translation>차트 복사: 그림, SVG, 표</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="41"/>
        <source>present; leave</source>
        <translation>발표, 나가기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="42"/>
        <source>this list</source>
        <translation>이 목록</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="43"/>
        <source>why, for the next term</source>
        <translation>다음 항목의 근거</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="51"/>
        <source>Keys</source>
        <translation>단축키</translation>
    </message>
    <message>
        <location filename="../../ui/panels/key_list.cpp" line="60"/>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
<context>
    <name>headroom::LadderPanel</name>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="48"/>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="49"/>
        <source>time</source>
        <translation>시간</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="50"/>
        <source>cost</source>
        <translation>비용</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="51"/>
        <location filename="../../ui/panels/ladder_panel.cpp" line="68"/>
        <source>quality risk</source>
        <translation>품질 위험</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="52"/>
        <location filename="../../ui/panels/ladder_panel.cpp" line="69"/>
        <source>operations</source>
        <translation>운영</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="62"/>
        <source>source: %1</source>
        <translation>출처: %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="78"/>
        <location filename="../../ui/panels/ladder_panel.cpp" line="82"/>
        <source>Ladder</source>
        <translation>사다리</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="87"/>
        <source>precision → checkpointing → ZeRO → goal</source>
        <translation>정밀도 → 체크포인팅 → ZeRO → 목표</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="131"/>
        <source>after these rungs</source>
        <translation>이 단계들을 모두 오르면</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="203"/>
        <source>meets goals</source>
        <translation>목표 충족</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="215"/>
        <source>Apply</source>
        <translation>적용</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="216"/>
        <source>Apply 1–%1</source>
        <translation>1–%1 적용</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="217"/>
        <source>Apply all</source>
        <translation>모두 적용</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="219"/>
        <source>Apply: %1</source>
        <translation>적용: %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="220"/>
        <source>One step; undo takes it back</source>
        <translation>한 단계이며 실행 취소로 되돌립니다</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="221"/>
        <source>With the rungs before it; undo takes all back</source>
        <translation>앞 단계들과 함께 적용하며 실행 취소로 모두 되돌립니다</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="223"/>
        <source>Why</source>
        <translation>이유</translation>
    </message>
    <message>
        <location filename="../../ui/panels/ladder_panel.cpp" line="228"/>
        <source>Why: %1</source>
        <translation>이유: %1</translation>
    </message>
</context>
<context>
    <name>headroom::MainWindow</name>
    <message>
        <location filename="../../ui/main_window.cpp" line="135"/>
        <source>Trade-off</source>
        <translation>절충</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="136"/>
        <source>Memory and time</source>
        <translation>메모리와 시간</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="137"/>
        <source>Sweep</source>
        <translation>스윕</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="138"/>
        <source>Frontier</source>
        <translation>최선의 계획</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="139"/>
        <source>Cost</source>
        <translation>비용</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="140"/>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="142"/>
        <source>How good is this?</source>
        <translation>정확도</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="153"/>
        <source>Charts</source>
        <translation>차트</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="191"/>
        <location filename="../../ui/main_window.cpp" line="195"/>
        <source>Plan</source>
        <translation>계획</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="205"/>
        <source>Ladder and why</source>
        <translation>사다리와 근거</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="211"/>
        <source>Why this number</source>
        <translation>이 숫자의 근거</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="222"/>
        <source>Pinned plans</source>
        <translation>고정한 계획</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="232"/>
        <source>Folded panels at the left</source>
        <translation>왼쪽에 접힌 패널</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="236"/>
        <source>Folded panels at the right</source>
        <translation>오른쪽에 접힌 패널</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="308"/>
        <source>Presets %1</source>
        <translation>프리셋 %1</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="312"/>
        <source>VRAM in GiB, rates decimal</source>
        <translation>VRAM은 GiB, 속도는 십진 단위</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="315"/>
        <source>Ready</source>
        <translation>준비됨</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="326"/>
        <source>%1[*] — Headroom</source>
        <translation>%1[*] — Headroom</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="329"/>
        <source>changed</source>
        <translation>변경됨</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="330"/>
        <source>example</source>
        <translation>예제</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="331"/>
        <source>saved %1</source>
        <translation>%1 저장됨</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="378"/>
        <source>The session cannot be kept</source>
        <translation>작업을 보관할 수 없음</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="379"/>
        <source>%1

Save the plan to a file, or close and lose what changed.</source>
        <translation>%1

계획을 파일로 저장하십시오. 닫으면 바뀐 내용을 잃습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="382"/>
        <source>Go on working</source>
        <translation>계속 작업</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="349"/>
        <source>inside the validated range</source>
        <translation>검증 범위 안</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="350"/>
        <source>1 caveat</source>
        <translation>주의 1건</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="351"/>
        <source>%1 caveats</source>
        <translation>주의 %1건</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="358"/>
        <source>%1 GPUs in view</source>
        <translation>GPU %1종</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="365"/>
        <source>What to know about these numbers</source>
        <translation>이 숫자를 볼 때 알아 둘 점</translation>
    </message>
    <message>
        <location filename="../../ui/main_window.cpp" line="368"/>
        <location filename="../../ui/main_window.cpp" line="383"/>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="45"/>
        <source>Opened %1.</source>
        <translation>%1 파일을 열었습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="52"/>
        <source>&amp;Open…</source>
        <translation>열기(&amp;O)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="53"/>
        <source>&amp;Save</source>
        <translation>저장(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="55"/>
        <source>Save &amp;as…</source>
        <translation>다른 이름으로 저장(&amp;A)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="55"/>
        <source>Ctrl+Shift+S</source>
        <translation>Ctrl+Shift+S</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="56"/>
        <source>&amp;Export chart…</source>
        <translation>차트 내보내기(&amp;E)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="56"/>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="66"/>
        <source>&amp;Quit</source>
        <translation>끝내기(&amp;Q)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="67"/>
        <source>&amp;Undo</source>
        <translation>실행 취소(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="69"/>
        <source>&amp;Redo</source>
        <translation>다시 실행(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="69"/>
        <source>Ctrl+Shift+Z</source>
        <translation>Ctrl+Shift+Z</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="74"/>
        <source>Open</source>
        <translation>열기</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="75"/>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="76"/>
        <source>Undo</source>
        <translation>실행 취소</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="77"/>
        <source>Redo</source>
        <translation>다시 실행</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="81"/>
        <source>GPUs in &amp;view…</source>
        <translation>표시할 GPU(&amp;V)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="83"/>
        <source>&amp;Goals…</source>
        <translation>목표(&amp;G)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="93"/>
        <source>&amp;Previous GPU</source>
        <translation>이전 GPU(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="95"/>
        <source>&amp;Next GPU</source>
        <translation>다음 GPU(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="115"/>
        <source>&amp;Keys</source>
        <translation>단축키(&amp;K)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="129"/>
        <source>Chart as &amp;table</source>
        <translation>차트를 표로(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="129"/>
        <source>Ctrl+T</source>
        <translation>Ctrl+T</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="135"/>
        <source>Why, for the next &amp;term</source>
        <translation>다음 항목의 근거(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="170"/>
        <source>&amp;File</source>
        <translation>파일(&amp;F)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="145"/>
        <source>&amp;Edit</source>
        <translation>편집(&amp;E)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="59"/>
        <source>Export…</source>
        <translation>내보내기…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="60"/>
        <source>&amp;Copy chart</source>
        <translation>차트 복사(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="60"/>
        <source>Ctrl+Shift+C</source>
        <translation>Ctrl+Shift+C</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="63"/>
        <source>&amp;Memo…</source>
        <translation>보고서(&amp;M)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="63"/>
        <source>Ctrl+M</source>
        <translation>Ctrl+M</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="65"/>
        <source>Memo…</source>
        <translation>보고서…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="84"/>
        <source>Measured &amp;runs…</source>
        <translation>측정 실행(&amp;R)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="84"/>
        <source>Ctrl+R</source>
        <translation>Ctrl+R</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="87"/>
        <source>Pro&amp;be GPU…</source>
        <translation>GPU 측정(&amp;B)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="87"/>
        <source>Ctrl+G</source>
        <translation>Ctrl+G</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="91"/>
        <source>Ca&amp;libration…</source>
        <translation>보정(&amp;B)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="89"/>
        <source>Probe GPU…</source>
        <translation>GPU 측정…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="92"/>
        <source>Rea&amp;diness…</source>
        <translation>준비 점검(&amp;D)…</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="100"/>
        <source>&amp;Pin this plan</source>
        <translation>이 계획 고정(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="100"/>
        <source>Ctrl+D</source>
        <translation>Ctrl+D</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="103"/>
        <source>Pin</source>
        <translation>고정</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="105"/>
        <source>&amp;Swap with the pinned plan</source>
        <translation>고정한 계획과 맞바꾸기(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="105"/>
        <source>Ctrl+Shift+D</source>
        <translation>Ctrl+Shift+D</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="107"/>
        <source>&amp;Compare pinned plans</source>
        <translation>고정한 계획 비교(&amp;C)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="107"/>
        <source>Ctrl+B</source>
        <translation>Ctrl+B</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="110"/>
        <source>&amp;Lock the slider in focus</source>
        <translation>초점이 있는 슬라이더 잠금(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="110"/>
        <source>Ctrl+L</source>
        <translation>Ctrl+L</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="118"/>
        <source>&amp;Terms explained</source>
        <translation>용어 설명(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="122"/>
        <source>P&amp;resent</source>
        <translation>발표(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="124"/>
        <source>Present F11</source>
        <translation>발표 F11</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="125"/>
        <source>&amp;Plan panel</source>
        <translation>계획 패널(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="128"/>
        <source>Reset lay&amp;out</source>
        <translation>배치 초기화(&amp;O)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="132"/>
        <source>Ladder and &amp;why</source>
        <translation>사다리와 근거(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="149"/>
        <source>&amp;View</source>
        <translation>보기(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="157"/>
        <source>&amp;Theme</source>
        <translation>테마(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="158"/>
        <source>&amp;Language</source>
        <translation>언어(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="159"/>
        <source>&amp;Plan</source>
        <translation>계획(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="172"/>
        <source>Open &amp;recent</source>
        <translation>최근 파일 열기(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="183"/>
        <source>&amp;Help</source>
        <translation>도움말(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="185"/>
        <source>&amp;About Headroom</source>
        <translation>Headroom 정보(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="186"/>
        <source>About Headroom</source>
        <translation>Headroom 정보</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="187"/>
        <source>Headroom %1

What do we give up to make this fit, and is it worth it?</source>
        <translation>Headroom %1

들어가게 하려면 무엇을 포기해야 하며, 그럴 만한가?</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="203"/>
        <source>&amp;Light</source>
        <translation>밝게(&amp;L)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="204"/>
        <source>&amp;Dark</source>
        <translation>어둡게(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="205"/>
        <source>&amp;System</source>
        <translation>시스템 설정(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_actions.cpp" line="232"/>
        <source>Tools</source>
        <translation>도구</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="80"/>
        <source>Open a scenario or a config.json</source>
        <translation>시나리오 또는 config.json 열기</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="82"/>
        <source>JSON files (*.json);;All files (*)</source>
        <translation>JSON 파일 (*.json);;모든 파일 (*)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="92"/>
        <source>Save the scenario</source>
        <translation>시나리오 저장</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="93"/>
        <source>JSON files (*.json)</source>
        <translation>JSON 파일 (*.json)</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="106"/>
        <source>Saved %1.</source>
        <translation>%1 파일을 저장했습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="107"/>
        <source>It is not a legal plan yet:</source>
        <translation>아직 만들 수 없는 계획입니다:</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="147"/>
        <source>Copied as picture, SVG and table.</source>
        <translation>그림, SVG, 표로 복사했습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="100"/>
        <source>Not saved</source>
        <translation>저장하지 못함</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="66"/>
        <source>Opened %1, which is not a legal plan yet.</source>
        <translation>%1 파일을 열었습니다. 아직 만들 수 없는 계획입니다.</translation>
    </message>
    <message>
        <location filename="../../ui/main_window_files.cpp" line="101"/>
        <source>%1

The old file, if any, is unchanged.</source>
        <translation>%1

이전 파일이 있다면 그대로 남아 있습니다.</translation>
    </message>
    <message>
        <location filename="../../app/gui/main.cpp" line="103"/>
        <source>Taken up where you left off.</source>
        <translation>지난번에 멈춘 곳에서 이어서 시작합니다.</translation>
    </message>
</context>
<context>
    <name>headroom::MemoDialog</name>
    <message>
        <location filename="../../ui/panels/memo_dialog.cpp" line="65"/>
        <location filename="../../ui/panels/memo_dialog.cpp" line="117"/>
        <source>Write memo</source>
        <translation>보고서 쓰기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/memo_dialog.cpp" line="68"/>
        <source>Verdict, charts, comparison, assumptions, sources and checklist.</source>
        <translation>판정, 차트, 비교, 가정, 출처, 점검표를 담습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/memo_dialog.cpp" line="70"/>
        <source>Markdown with pictures</source>
        <translation>그림이 있는 마크다운</translation>
    </message>
    <message>
        <location filename="../../ui/panels/memo_dialog.cpp" line="79"/>
        <source>Format</source>
        <translation>형식</translation>
    </message>
    <message>
        <location filename="../../ui/panels/memo_dialog.cpp" line="80"/>
        <source>Browse…</source>
        <translation>찾아보기…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/memo_dialog.cpp" line="83"/>
        <location filename="../../ui/panels/memo_dialog.cpp" line="87"/>
        <source>File</source>
        <translation>파일</translation>
    </message>
    <message>
        <location filename="../../ui/panels/memo_dialog.cpp" line="91"/>
        <source>Write</source>
        <translation>쓰기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/memo_dialog.cpp" line="92"/>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <location filename="../../ui/panels/memo_dialog.cpp" line="97"/>
        <source>memo.md</source>
        <translation>보고서.md</translation>
    </message>
    <message>
        <location filename="../../ui/panels/memo_dialog.cpp" line="112"/>
        <source>This file exists and will be replaced.</source>
        <translation>이미 있는 파일이며 바뀝니다.</translation>
    </message>
</context>
<context>
    <name>headroom::PlanPanel</name>
    <message>
        <location filename="../../ui/panels/plan_panel.cpp" line="54"/>
        <source>Workload</source>
        <translation>작업</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_panel.cpp" line="55"/>
        <source>Mo&amp;del</source>
        <translation>모델(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_panel.cpp" line="55"/>
        <source>Model</source>
        <translation>모델</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_panel.cpp" line="68"/>
        <source>Trade-offs</source>
        <translation>절충</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_panel.cpp" line="73"/>
        <source>Cluster</source>
        <translation>클러스터</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_panel.cpp" line="73"/>
        <source>GPUs in view…</source>
        <translation>표시할 GPU…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_panel.cpp" line="75"/>
        <source>GP&amp;U</source>
        <translation>GPU(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_panel.cpp" line="75"/>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_panel.cpp" line="87"/>
        <source>Goals</source>
        <translation>목표</translation>
    </message>
    <message>
        <location filename="../../ui/panels/plan_panel.cpp" line="88"/>
        <source>Edit…</source>
        <translation>편집…</translation>
    </message>
</context>
<context>
    <name>headroom::Presentation</name>
    <message>
        <location filename="../../ui/panels/presentation.cpp" line="65"/>
        <source>Headroom, presentation</source>
        <translation>Headroom 발표</translation>
    </message>
    <message>
        <location filename="../../ui/panels/presentation.cpp" line="117"/>
        <source>Presets %1</source>
        <translation>프리셋 %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/presentation.cpp" line="119"/>
        <source>Sliders…</source>
        <translation>슬라이더…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/presentation.cpp" line="127"/>
        <source>Esc leaves</source>
        <translation>Esc로 나가기</translation>
    </message>
</context>
<context>
    <name>headroom::ProbeCalibrationDialog</name>
    <message>
        <location filename="../../ui/panels/probe_calibration_dialog.cpp" line="37"/>
        <source>Measured numbers</source>
        <translation>측정한 값</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_calibration_dialog.cpp" line="40"/>
        <source>What the measurement changes</source>
        <translation>측정으로 바뀌는 값</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_calibration_dialog.cpp" line="45"/>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_calibration_dialog.cpp" line="46"/>
        <source>cluster A, 8x H100</source>
        <translation>클러스터 A, H100 8장</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_calibration_dialog.cpp" line="50"/>
        <source>The file as it would be saved</source>
        <translation>저장될 파일 그대로</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_calibration_dialog.cpp" line="56"/>
        <source>&amp;Name</source>
        <translation>이름(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_calibration_dialog.cpp" line="57"/>
        <source>File</source>
        <translation>파일</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_calibration_dialog.cpp" line="69"/>
        <source>No device was measured.</source>
        <translation>측정한 장치가 없습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_calibration_dialog.cpp" line="84"/>
        <source>&amp;Use for the plan</source>
        <translation>계획에 쓰기(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_calibration_dialog.cpp" line="85"/>
        <source>&amp;Save as…</source>
        <translation>다른 이름으로 저장(&amp;S)…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_calibration_dialog.cpp" line="86"/>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_calibration_dialog.cpp" line="145"/>
        <source>Saved %1.</source>
        <translation>%1 파일을 저장했습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_calibration_dialog.cpp" line="150"/>
        <source>Save calibration</source>
        <translation>보정 저장</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_calibration_dialog.cpp" line="152"/>
        <source>Calibrations (*.json)</source>
        <translation>보정 파일 (*.json)</translation>
    </message>
</context>
<context>
    <name>headroom::ProbeDialog</name>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="60"/>
        <source>Results of the probe</source>
        <translation>측정 결과</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="62"/>
        <source>Probe GPU</source>
        <translation>GPU 측정</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="71"/>
        <source>Progress</source>
        <translation>진행률</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="100"/>
        <source>&amp;Quick: about 3 s, rough</source>
        <translation>빠르게(&amp;Q): 약 3초, 대략</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="101"/>
        <source>&amp;Default: about 20 s, 10 s of them at full power</source>
        <translation>보통(&amp;D): 약 20초, 그중 10초는 최대 전력</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="102"/>
        <source>&amp;Thorough: about 90 s, 60 s of them at full power</source>
        <translation>꼼꼼히(&amp;T): 약 90초, 그중 60초는 최대 전력</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="110"/>
        <source>Effort</source>
        <translation>정밀도</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="112"/>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="113"/>
        <source>&amp;GPU</source>
        <translation>GPU(&amp;G)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="128"/>
        <location filename="../../ui/panels/probe_dialog.cpp" line="189"/>
        <source>&amp;Measure</source>
        <translation>측정(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="129"/>
        <source>Loads the GPU fully for the time named; changes no setting and opens no connection</source>
        <translation>표시한 시간 동안 GPU를 최대로 씁니다. 설정을 바꾸지 않고 네트워크에 연결하지 않습니다</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="131"/>
        <source>Measure any&amp;way</source>
        <translation>그래도 측정(&amp;W)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="132"/>
        <source>Measure the &amp;host only</source>
        <translation>호스트만 측정(&amp;H)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="133"/>
        <source>Enter measured &amp;runs…</source>
        <translation>측정한 실행 입력(&amp;R)…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="134"/>
        <source>What it &amp;changes…</source>
        <translation>바뀌는 값 보기(&amp;C)…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="135"/>
        <source>Copy &amp;details</source>
        <translation>자세한 내용 복사(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="136"/>
        <source>&amp;Save results…</source>
        <translation>결과 저장(&amp;S)…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="137"/>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="138"/>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="189"/>
        <source>Measure &amp;again</source>
        <translation>다시 측정(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="196"/>
        <source>Runs in its own process; go on working.</source>
        <translation>별도 프로세스에서 실행됩니다. 계속 작업하셔도 됩니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="197"/>
        <source>The plan and the presets stay as they are.</source>
        <translation>계획과 프리셋은 그대로입니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="198"/>
        <source>The presets stay in use. Nothing else changed.</source>
        <translation>프리셋을 계속 씁니다. 바뀐 것은 없습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="200"/>
        <source>Measure the GPU in this machine</source>
        <translation>이 컴퓨터의 GPU 측정</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="201"/>
        <source>Memory, link, matrix products and launches are measured and compared with what the model assumes. Each number says how far it can be trusted.</source>
        <translation>메모리, 연결, 행렬 곱, 커널 실행을 재어 모델의 가정과 비교합니다. 각 값에 얼마나 믿을 수 있는지 표시합니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="210"/>
        <source>Measuring the host processor, not a GPU</source>
        <translation>GPU가 아니라 호스트 프로세서를 측정하는 중</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="211"/>
        <source>Measuring</source>
        <translation>측정하는 중</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="212"/>
        <source>Measuring GPU %1, %2</source>
        <translation>GPU %1 측정하는 중, %2</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="216"/>
        <source>step %1 of %2: %3, about %4 s left</source>
        <translation>%2단계 중 %1: %3, 약 %4초 남음</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="231"/>
        <source>nothing</source>
        <translation>없음</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="232"/>
        <source>Measured: %1</source>
        <translation>측정함: %1</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="233"/>
        <source>%1 of %2 results can be trusted; the others are shown with the reason.</source>
        <translation>결과 %2개 중 %1개를 믿을 수 있습니다. 나머지는 이유와 함께 표시합니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="236"/>
        <source>This is the host processor, not a GPU.</source>
        <translation>GPU가 아니라 호스트 프로세서입니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="238"/>
        <source>%1 lines said what cannot be.</source>
        <translation>있을 수 없는 내용이 %1줄 있었습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="247"/>
        <source>Measuring was cancelled.</source>
        <translation>측정을 취소했습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="248"/>
        <source>The GPU is in use.</source>
        <translation>GPU를 다른 프로그램이 쓰고 있습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="249"/>
        <source>The GPU could not be measured.</source>
        <translation>GPU를 측정하지 못했습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="261"/>
        <source>headroom-probe: exit %1, after %2 s</source>
        <translation>headroom-probe: 종료 코드 %1, %2초 뒤</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="272"/>
        <source>The plan uses the calibration. Plan, Calibration switches it off.</source>
        <translation>계획이 보정값을 씁니다. 계획 메뉴의 보정에서 끌 수 있습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="290"/>
        <source>Saved %1. headroom-cli calibrate makes a calibration of it.</source>
        <translation>%1 파일을 저장했습니다. headroom-cli calibrate로 보정값을 만듭니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="297"/>
        <source>Save the results of the probe</source>
        <translation>측정 결과 저장</translation>
    </message>
    <message>
        <location filename="../../ui/panels/probe_dialog.cpp" line="298"/>
        <source>JSON files (*.json)</source>
        <translation>JSON 파일 (*.json)</translation>
    </message>
</context>
<context>
    <name>headroom::ProbeRunner</name>
    <message>
        <location filename="../../ui/probe_runner.cpp" line="45"/>
        <source>The probe did not end in the time allowed.</source>
        <translation>측정 프로그램이 허용된 시간 안에 끝나지 않았습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/probe_runner.cpp" line="47"/>
        <source>Cancelled; the probe did not answer.</source>
        <translation>취소했습니다. 측정 프로그램이 응답하지 않았습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/probe_runner.cpp" line="81"/>
        <source>Another measurement was started.</source>
        <translation>다른 측정을 시작했습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/probe_runner.cpp" line="93"/>
        <source>headroom-probe was not found.</source>
        <translation>headroom-probe를 찾지 못했습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/probe_runner.cpp" line="104"/>
        <source>The probe crashed.</source>
        <translation>측정 프로그램이 비정상 종료되었습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/probe_runner.cpp" line="105"/>
        <source>The probe ended without a last line.</source>
        <translation>측정 프로그램이 마지막 줄 없이 끝났습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/probe_runner.cpp" line="109"/>
        <source>headroom-probe could not be started.</source>
        <translation>headroom-probe를 시작하지 못했습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/probe_runner.cpp" line="135"/>
        <source>The probe wrote more than it ever should.</source>
        <translation>측정 프로그램이 지나치게 많은 내용을 썼습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/probe_runner.cpp" line="172"/>
        <source>Cancelled.</source>
        <translation>취소했습니다.</translation>
    </message>
    <message>
        <location filename="../../ui/probe_runner.cpp" line="176"/>
        <source>This headroom-probe is newer than the program.</source>
        <translation>headroom-probe가 이 프로그램보다 새 버전입니다.</translation>
    </message>
</context>
<context>
    <name>headroom::ProblemDialog</name>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="53"/>
        <source>Problems in %1</source>
        <translation>%1의 문제</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="66"/>
        <source>1 error</source>
        <translation>오류 1건</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="66"/>
        <source>%1 errors</source>
        <translation>오류 %1건</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="67"/>
        <source>1 warning</source>
        <translation>경고 1건</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="67"/>
        <source>%1 warnings</source>
        <translation>경고 %1건</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="70"/>
        <source>%1 was opened: %2.</source>
        <translation>%1 파일을 열었습니다: %2.</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="71"/>
        <source>%1 was not opened: %2.</source>
        <translation>%1 파일을 열지 못했습니다: %2.</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="80"/>
        <source>All problems are listed.</source>
        <translation>모든 문제를 보여 줍니다.</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="81"/>
        <source>The plan in use is unchanged. All problems are listed, not only the first.</source>
        <translation>지금 계획은 그대로입니다. 첫 문제만이 아니라 모든 문제를 보여 줍니다.</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="93"/>
        <source>line</source>
        <translation>줄</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="93"/>
        <source>where</source>
        <translation>위치</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="93"/>
        <source>problem</source>
        <translation>문제</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="94"/>
        <source>Problems</source>
        <translation>문제</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="105"/>
        <source>error</source>
        <translation>오류</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="105"/>
        <source>warning</source>
        <translation>경고</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="125"/>
        <source>Reload</source>
        <translation>다시 읽기</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="126"/>
        <source>Copy list</source>
        <translation>목록 복사</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="127"/>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="128"/>
        <source>Open to mend</source>
        <translation>열어서 고치기</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="129"/>
        <source>Opens the plan although it is not legal; the sliders offer ways out</source>
        <translation>만들 수 없는 계획이지만 엽니다. 슬라이더가 고칠 방법을 보여 줍니다</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="164"/>
        <source>Open at line %1</source>
        <translation>%1행에서 열기</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/problem_dialog.cpp" line="164"/>
        <source>Open the text</source>
        <translation>내용 열기</translation>
    </message>
</context>
<context>
    <name>headroom::ReadinessDialog</name>
    <message>
        <location filename="../../ui/panels/readiness_dialog.cpp" line="34"/>
        <source>Readiness</source>
        <translation>준비 점검</translation>
    </message>
    <message>
        <location filename="../../ui/panels/readiness_dialog.cpp" line="37"/>
        <source>What has to be true before the run starts. Tick, word and note it as a team; the memo prints it.</source>
        <translation>실행을 시작하기 전에 갖추어야 할 것입니다. 팀이 함께 표시하고 문구와 메모를 적으면 보고서에 실립니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/readiness_dialog.cpp" line="50"/>
        <source>Readiness checklist</source>
        <translation>준비 점검표</translation>
    </message>
    <message>
        <location filename="../../ui/panels/readiness_dialog.cpp" line="51"/>
        <source>done</source>
        <translation>완료</translation>
    </message>
    <message>
        <location filename="../../ui/panels/readiness_dialog.cpp" line="51"/>
        <source>statement</source>
        <translation>내용</translation>
    </message>
    <message>
        <location filename="../../ui/panels/readiness_dialog.cpp" line="51"/>
        <source>note</source>
        <translation>메모</translation>
    </message>
    <message>
        <location filename="../../ui/panels/readiness_dialog.cpp" line="65"/>
        <source>&amp;Add</source>
        <translation>추가(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/readiness_dialog.cpp" line="66"/>
        <source>&amp;Remove</source>
        <translation>삭제(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/readiness_dialog.cpp" line="67"/>
        <source>&amp;Usual list</source>
        <translation>기본 목록(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/readiness_dialog.cpp" line="44"/>
        <source>Apply</source>
        <translation>적용</translation>
    </message>
</context>
<context>
    <name>headroom::RunForm</name>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="52"/>
        <source>Measured run</source>
        <translation>측정 실행</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="57"/>
        <source>Conditions</source>
        <translation>조건</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="64"/>
        <source>&amp;Name</source>
        <translation>이름(&amp;N)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="64"/>
        <source>mixed precision off</source>
        <translation>혼합 정밀도 끔</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="65"/>
        <source>&amp;Date</source>
        <translation>날짜(&amp;D)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="66"/>
        <source>&amp;Step time</source>
        <translation>스텝 시간(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="68"/>
        <source>VRAM in nvidia-s&amp;mi</source>
        <translation>nvidia-smi의 VRAM(&amp;M)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="68"/>
        <source>66 GiB</source>
        <translation>66 GiB</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="69"/>
        <source>VRAM &amp;reserved</source>
        <translation>예약 VRAM(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="69"/>
        <source>62 GiB</source>
        <translation>62 GiB</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="70"/>
        <source>VRAM &amp;allocated</source>
        <translation>할당 VRAM(&amp;A)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="70"/>
        <source>58 GiB</source>
        <translation>58 GiB</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="72"/>
        <source>&amp;Quality metric</source>
        <translation>품질 지표(&amp;Q)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="72"/>
        <source>validation loss</source>
        <translation>검증 손실</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="74"/>
        <source>its &amp;value</source>
        <translation>지표 값(&amp;V)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="76"/>
        <source>No&amp;tes</source>
        <translation>메모(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="76"/>
        <source>seed, driver, what else ran</source>
        <translation>시드, 드라이버, 함께 실행한 것</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="59"/>
        <source>Log</source>
        <translation>기록</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="66"/>
        <source>2 s, or 98000 tokens/s of all GPUs</source>
        <translation>2 s 또는 GPU 전체의 98000 tokens/s</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="112"/>
        <source>says what was measured</source>
        <translation>무엇을 측정했는지 적으세요</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="115"/>
        <source>is not a number</source>
        <translation>숫자가 아닙니다</translation>
    </message>
</context>
<context>
    <name>headroom::RunsDialog</name>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="128"/>
        <location filename="../../ui/panels/runs_dialog.cpp" line="137"/>
        <source>Measured runs</source>
        <translation>측정 실행</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="129"/>
        <source>What the runs answer</source>
        <translation>실행이 답하는 것</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="130"/>
        <source>What the runs teach</source>
        <translation>실행에서 배우는 것</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="131"/>
        <source>&amp;Log a run…</source>
        <translation>실행 기록(&amp;L)…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="131"/>
        <source>Add from &amp;file…</source>
        <translation>파일에서 추가(&amp;F)…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="132"/>
        <source>&amp;Edit…</source>
        <translation>편집(&amp;E)…</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="132"/>
        <source>Pa&amp;ste</source>
        <translation>붙여 넣기(&amp;S)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="133"/>
        <source>&amp;Remove</source>
        <translation>삭제(&amp;R)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="133"/>
        <source>Show its &amp;plan</source>
        <translation>그 계획 보기(&amp;P)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="134"/>
        <source>&amp;Use as calibration</source>
        <translation>보정으로 사용(&amp;U)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="141"/>
        <source>Runs that were measured beside the plan, each under its own conditions. They are saved in the scenario and printed in the memo. Drop a table (CSV) or a training log here to add its runs.</source>
        <translation>계획과 나란히 측정한 실행이며 저마다의 조건을 지닙니다. 시나리오에 저장되고 보고서에 실립니다. 표(CSV)나 학습 로그를 여기에 끌어다 놓으면 그 실행이 추가됩니다.</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="168"/>
        <source>Adds the runs of a table or a log whose text was copied</source>
        <translation>글로 복사한 표나 로그의 실행을 추가합니다</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="190"/>
        <source>Predictions of plans on this GPU take what the runs taught; undo takes it back</source>
        <translation>이 GPU의 계획을 예측할 때 실행에서 배운 것을 반영합니다. 실행 취소로 되돌립니다</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="202"/>
        <source>What the runs &amp;teach</source>
        <translation>실행에서 배우는 것(&amp;T)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="203"/>
        <source>What they &amp;answer; without runs, what is predicted</source>
        <translation>실행의 답(&amp;A), 실행이 없으면 예측</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="267"/>
        <source>Add measured runs from a table or a log</source>
        <translation>표나 로그에서 측정한 실행 추가</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="268"/>
        <source>Tables and logs (*.csv *.log *.txt *.out *.json);;All files (*)</source>
        <translation>표와 로그 (*.csv *.log *.txt *.out *.json);;모든 파일 (*)</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="279"/>
        <source>pasted text</source>
        <translation>붙여 넣은 글</translation>
    </message>
    <message>
        <location filename="../../ui/panels/runs_dialog.cpp" line="152"/>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
<context>
    <name>headroom::VerdictBar</name>
    <message>
        <location filename="../../ui/widgets/verdict_bar.cpp" line="78"/>
        <source>VRAM on one GPU</source>
        <translation>GPU 한 장의 VRAM</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/verdict_bar.cpp" line="79"/>
        <source>Step time</source>
        <translation>스텝 시간</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/verdict_bar.cpp" line="80"/>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/verdict_bar.cpp" line="107"/>
        <source>Run, %1 tokens</source>
        <translation>전체 실행, 토큰 %1</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/verdict_bar.cpp" line="107"/>
        <source>Run</source>
        <translation>전체 실행</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/verdict_bar.cpp" line="109"/>
        <source>no number of tokens given</source>
        <translation>토큰 수가 없습니다</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/verdict_bar.cpp" line="110"/>
        <source>Cost, %1</source>
        <translation>비용, %1</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/verdict_bar.cpp" line="121"/>
        <source>Not a legal plan, for %1 reasons.</source>
        <translation>만들 수 없는 계획입니다. 이유는 %1가지입니다.</translation>
    </message>
    <message>
        <location filename="../../ui/widgets/verdict_bar.cpp" line="128"/>
        <source>The charts keep the last legal plan, greyed.</source>
        <translation>차트는 마지막으로 만들 수 있던 계획을 흐리게 보여 줍니다.</translation>
    </message>
</context>
<context>
    <name>headroom::WhyPanel</name>
    <message>
        <location filename="../../ui/panels/why_panel.cpp" line="28"/>
        <source>Why this number</source>
        <translation>이 숫자의 근거</translation>
    </message>
    <message>
        <location filename="../../ui/panels/why_panel.cpp" line="34"/>
        <source>Term</source>
        <translation>항목</translation>
    </message>
    <message>
        <location filename="../../ui/panels/why_panel.cpp" line="79"/>
        <source>memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <location filename="../../ui/panels/why_panel.cpp" line="83"/>
        <source>step time</source>
        <translation>스텝 시간</translation>
    </message>
</context>
</TS>
