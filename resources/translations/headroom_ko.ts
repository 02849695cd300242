<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR" sourcelanguage="en">
    <context>
        <name>AxisValue</name>
        <message>
            <source>none</source>
            <translation>없음</translation>
        </message>
        <message>
            <source>selective</source>
            <translation>선택</translation>
        </message>
        <message>
            <source>full</source>
            <translation>전체</translation>
        </message>
        <message>
            <source>every %1</source>
            <translation>%1층마다</translation>
        </message>
        <message>
            <source>optimizer</source>
            <translation>옵티마이저</translation>
        </message>
        <message>
            <source>parameters</source>
            <translation>파라미터</translation>
        </message>
        <message>
            <source>nvme</source>
            <translation>NVMe</translation>
        </message>
    </context>
    <context>
        <name>PlanMenu</name>
        <message>
            <source>&amp;Framework</source>
            <translation>프레임워크(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Task</source>
            <translation>작업(&amp;T)</translation>
        </message>
        <message>
            <source>&amp;Optimizer</source>
            <translation>옵티마이저(&amp;O)</translation>
        </message>
        <message>
            <source>&amp;States</source>
            <translation>상태 정밀도(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Loss</source>
            <translation>손실 계산(&amp;L)</translation>
        </message>
        <message>
            <source>Se&amp;quence parallel</source>
            <translation>시퀀스 병렬(&amp;Q)</translation>
        </message>
        <message>
            <source>Flash &amp;attention</source>
            <translation>플래시 어텐션(&amp;A)</translation>
        </message>
        <message>
            <source>Offload a&amp;ctivations</source>
            <translation>활성값 오프로드(&amp;C)</translation>
        </message>
    </context>
    <context>
        <name>headroom::AxisRow</name>
        <message>
            <source>%1, value</source>
            <translation>%1, 값</translation>
        </message>
        <message>
            <source>The model has no experts.</source>
            <translation>이 모델에는 전문가가 없습니다.</translation>
        </message>
        <message>
            <source>Does not apply to this kind of model.</source>
            <translation>이 종류의 모델에는 해당하지 않습니다.</translation>
        </message>
        <message>
            <source>Write one of: %1.</source>
            <translation>다음 가운데 하나를 쓰십시오: %1.</translation>
        </message>
        <message>
            <source>Write a number such as 8.03B or 70B.</source>
            <translation>8.03B, 70B와 같이 쓰십시오.</translation>
        </message>
        <message>
            <source>Write a whole number such as 128k or 131072.</source>
            <translation>128k, 131072와 같은 정수를 쓰십시오.</translation>
        </message>
        <message>
            <source>The plan keeps %1.</source>
            <translation>계획은 %1 그대로입니다.</translation>
        </message>
        <message>
            <source>not understood</source>
            <translation>알 수 없는 값</translation>
        </message>
        <message>
            <source>%1 of %2, %3 per step</source>
            <translation>%2 중 %1, 스텝당 %3</translation>
        </message>
        <message>
            <source>against now: %1, %2 step time</source>
            <translation>지금과 비교: %1, 스텝 시간 %2</translation>
        </message>
        <message>
            <source>, %1 gibibytes to spare</source>
            <translation>, %1 기비바이트 남음</translation>
        </message>
        <message>
            <source>, %1 gibibytes over</source>
            <translation>, %1 기비바이트 부족</translation>
        </message>
        <message>
            <source>. %1 from %2</source>
            <translation>. %2부터 %1</translation>
        </message>
    </context>
    <context>
        <name>headroom::ChartPage</name>
        <message>
            <source>Table</source>
            <translation>표</translation>
        </message>
        <message>
            <source>Sweep over</source>
            <translation>스윕할 축</translation>
        </message>
    </context>
    <context>
        <name>headroom::ExportDialog</name>
        <message>
            <source>Export chart</source>
            <translation>차트 내보내기</translation>
        </message>
        <message>
            <source>Preview, as it will be on paper</source>
            <translation>미리 보기, 인쇄될 모습 그대로</translation>
        </message>
        <message>
            <source>&amp;Width</source>
            <translation>너비(&amp;W)</translation>
        </message>
        <message>
            <source> mm</source>
            <translation> mm</translation>
        </message>
        <message>
            <source>&amp;Resolution</source>
            <translation>해상도(&amp;R)</translation>
        </message>
        <message>
            <source> DPI</source>
            <translation> DPI</translation>
        </message>
        <message>
            <source>Format</source>
            <translation>형식</translation>
        </message>
        <message>
            <source>Theme</source>
            <translation>테마</translation>
        </message>
        <message>
            <source>light, for paper</source>
            <translation>밝게, 인쇄용</translation>
        </message>
        <message>
            <source>as shown</source>
            <translation>화면과 같게</translation>
        </message>
        <message>
            <source>Ground</source>
            <translation>바탕</translation>
        </message>
        <message>
            <source>opaque</source>
            <translation>불투명</translation>
        </message>
        <message>
            <source>transparent</source>
            <translation>투명</translation>
        </message>
        <message>
            <source>File</source>
            <translation>파일</translation>
        </message>
        <message>
            <source>Browse…</source>
            <translation>찾아보기…</translation>
        </message>
        <message>
            <source>Written whole or not at all; the old file stays if it fails.</source>
            <translation>온전히 쓰거나 아예 쓰지 않습니다. 실패하면 이전 파일이 남습니다.</translation>
        </message>
        <message>
            <source>Copy to clipboard</source>
            <translation>클립보드에 복사</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>취소</translation>
        </message>
        <message>
            <source>Export</source>
            <translation>내보내기</translation>
        </message>
        <message>
            <source>%1 × %2 mm</source>
            <translation>%1 × %2 mm</translation>
        </message>
        <message>
            <source>, %1 × %2 pixels</source>
            <translation>, %1 × %2 픽셀</translation>
        </message>
        <message>
            <source>This file exists and will be replaced.</source>
            <translation>이미 있는 파일이며 새 파일로 바뀝니다.</translation>
        </message>
    </context>
    <context>
        <name>headroom::GoalsDialog</name>
        <message>
            <source>must be above zero</source>
            <translation>0보다 커야 합니다</translation>
        </message>
        <message>
            <source>Goals</source>
            <translation>목표</translation>
        </message>
        <message>
            <source>What the team agreed on. An empty field asks for nothing.</source>
            <translation>팀이 합의한 목표입니다. 빈 칸은 목표가 없다는 뜻입니다.</translation>
        </message>
        <message>
            <source>&amp;Margin on one GPU</source>
            <translation>GPU 한 장의 여유(&amp;M)</translation>
        </message>
        <message>
            <source>8 % or 5 GiB</source>
            <translation>8 % 또는 5 GiB</translation>
        </message>
        <message>
            <source>&amp;Step time</source>
            <translation>스텝 시간(&amp;S)</translation>
        </message>
        <message>
            <source>2 s</source>
            <translation>2 s</translation>
        </message>
        <message>
            <source>&amp;Run</source>
            <translation>전체 실행(&amp;R)</translation>
        </message>
        <message>
            <source>7 days</source>
            <translation>7 days</translation>
        </message>
        <message>
            <source>&amp;Budget</source>
            <translation>예산(&amp;B)</translation>
        </message>
        <message>
            <source>$5k</source>
            <translation>$5k</translation>
        </message>
        <message>
            <source>&amp;Tokens to train on</source>
            <translation>학습할 토큰 수(&amp;T)</translation>
        </message>
        <message>
            <source>40B</source>
            <translation>40B</translation>
        </message>
        <message>
            <source>Apply</source>
            <translation>적용</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>취소</translation>
        </message>
    </context>
    <context>
        <name>headroom::GoalsPanel</name>
        <message>
            <source>per step</source>
            <translation>(스텝)</translation>
        </message>
        <message>
            <source>margin</source>
            <translation>여유</translation>
        </message>
        <message>
            <source>No goals set.</source>
            <translation>정한 목표가 없습니다.</translation>
        </message>
        <message>
            <source>met</source>
            <translation>충족</translation>
        </message>
        <message>
            <source>missed</source>
            <translation>미달</translation>
        </message>
        <message>
            <source>cannot be judged</source>
            <translation>판단 불가</translation>
        </message>
    </context>
    <context>
        <name>headroom::GpuChooser</name>
        <message>
            <source>GPUs in view</source>
            <translation>표시할 GPU</translation>
        </message>
        <message>
            <source>Find a GPU</source>
            <translation>GPU 찾기</translation>
        </message>
        <message>
            <source>Usual set</source>
            <translation>기본 목록</translation>
        </message>
        <message>
            <source>All</source>
            <translation>모두</translation>
        </message>
        <message>
            <source>None</source>
            <translation>없음</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>닫기</translation>
        </message>
        <message>
            <source>The charts show the same plan on each of these.</source>
            <translation>차트는 같은 계획을 아래 GPU마다 보여 줍니다.</translation>
        </message>
    </context>
    <context>
        <name>headroom::KeyList</name>
        <message>
            <source>next legal value of a slider</source>
            <translation>슬라이더의 다음 값</translation>
        </message>
        <message>
            <source>two legal values</source>
            <translation>두 값씩</translation>
        </message>
        <message>
            <source>ends of a slider</source>
            <translation>슬라이더의 양 끝</translation>
        </message>
        <message>
            <source>to where the status changes</source>
            <translation>상태가 바뀌는 곳으로</translation>
        </message>
        <message>
            <source>digit or letter</source>
            <translation>숫자나 글자</translation>
        </message>
        <message>
            <source>goes into the number box</source>
            <translation>값 칸에 입력</translation>
        </message>
        <message>
            <source>in the box: apply, put back</source>
            <translation>값 칸에서 적용, 되돌리기</translation>
        </message>
        <message>
            <source>Alt + letter</source>
            <translation>Alt + 글자</translation>
        </message>
        <message>
            <source>to that slider</source>
            <translation>그 슬라이더로</translation>
        </message>
        <message>
            <source>previous, next GPU in focus</source>
            <translation>이전, 다음 GPU 선택</translation>
        </message>
        <message>
            <source>next, previous region</source>
            <translation>다음, 이전 영역</translation>
        </message>
        <message>
            <source>tabs</source>
            <translation>탭</translation>
        </message>
        <message>
            <source>arrows in a chart</source>
            <translation>차트에서 화살표</translation>
        </message>
        <message>
            <source>walk the marks; Enter focuses, Space reads out</source>
            <translation>표식 이동, Enter 선택, Space 읽기</translation>
        </message>
        <message>
            <source>undo, redo (one drag is one step)</source>
            <translation>실행 취소, 다시 실행(한 번 끌기는 한 단계)</translation>
        </message>
        <message>
            <source>open, save</source>
            <translation>열기, 저장</translation>
        </message>
        <message>
            <source>export the chart</source>
            <translation>차트 내보내기</translation>
        </message>
        <message>
            <source>why, for the next term</source>
            <translation>다음 항목의 근거</translation>
        </message>
        <message>
            <source>Keys</source>
            <translation>단축키</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>닫기</translation>
        </message>
    </context>
    <context>
        <name>headroom::MainWindow</name>
        <message>
            <source>Trade-off</source>
            <translation>절충</translation>
        </message>
        <message>
            <source>Memory and time</source>
            <translation>메모리와 시간</translation>
        </message>
        <message>
            <source>Sweep</source>
            <translation>스윕</translation>
        </message>
        <message>
            <source>Charts</source>
            <translation>차트</translation>
        </message>
        <message>
            <source>Plan</source>
            <translation>계획</translation>
        </message>
        <message>
            <source>Why this number</source>
            <translation>이 숫자의 근거</translation>
        </message>
        <message>
            <source>Presets %1</source>
            <translation>프리셋 %1</translation>
        </message>
        <message>
            <source>VRAM in GiB, rates decimal</source>
            <translation>VRAM은 GiB, 속도는 십진 단위</translation>
        </message>
        <message>
            <source>Ready</source>
            <translation>준비됨</translation>
        </message>
        <message>
            <source>%1[*] — Headroom</source>
            <translation>%1[*] — Headroom</translation>
        </message>
        <message>
            <source>changed</source>
            <translation>변경됨</translation>
        </message>
        <message>
            <source>example</source>
            <translation>예제</translation>
        </message>
        <message>
            <source>saved</source>
            <translation>저장됨</translation>
        </message>
        <message>
            <source>inside the validated range</source>
            <translation>검증 범위 안</translation>
        </message>
        <message>
            <source>1 caveat</source>
            <translation>주의 1건</translation>
        </message>
        <message>
            <source>%1 caveats</source>
            <translation>주의 %1건</translation>
        </message>
        <message>
            <source>%1 GPUs in view</source>
            <translation>GPU %1종</translation>
        </message>
        <message>
            <source>What to know about these numbers</source>
            <translation>이 숫자를 볼 때 알아 둘 점</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>닫기</translation>
        </message>
        <message>
            <source>Opened %1.</source>
            <translation>%1 파일을 열었습니다.</translation>
        </message>
        <message>
            <source>&amp;Open…</source>
            <translation>열기(&amp;O)…</translation>
        </message>
        <message>
            <source>&amp;Save</source>
            <translation>저장(&amp;S)</translation>
        </message>
        <message>
            <source>Save &amp;as…</source>
            <translation>다른 이름으로 저장(&amp;A)…</translation>
        </message>
        <message>
            <source>Ctrl+Shift+S</source>
            <translation>Ctrl+Shift+S</translation>
        </message>
        <message>
            <source>&amp;Export chart…</source>
            <translation>차트 내보내기(&amp;E)…</translation>
        </message>
        <message>
            <source>Ctrl+E</source>
            <translation>Ctrl+E</translation>
        </message>
        <message>
            <source>Export</source>
            <translation>내보내기</translation>
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation>끝내기(&amp;Q)</translation>
        </message>
        <message>
            <source>&amp;Undo</source>
            <translation>실행 취소(&amp;U)</translation>
        </message>
        <message>
            <source>&amp;Redo</source>
            <translation>다시 실행(&amp;R)</translation>
        </message>
        <message>
            <source>Ctrl+Shift+Z</source>
            <translation>Ctrl+Shift+Z</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>열기</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>저장</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>실행 취소</translation>
        </message>
        <message>
            <source>Redo</source>
            <translation>다시 실행</translation>
        </message>
        <message>
            <source>GPUs in &amp;view…</source>
            <translation>표시할 GPU(&amp;V)…</translation>
        </message>
        <message>
            <source>&amp;Goals…</source>
            <translation>목표(&amp;G)…</translation>
        </message>
        <message>
            <source>&amp;Previous GPU</source>
            <translation>이전 GPU(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Next GPU</source>
            <translation>다음 GPU(&amp;N)</translation>
        </message>
        <message>
            <source>&amp;Keys</source>
            <translation>단축키(&amp;K)</translation>
        </message>
        <message>
            <source>Chart as &amp;table</source>
            <translation>차트를 표로(&amp;T)</translation>
        </message>
        <message>
            <source>Ctrl+T</source>
            <translation>Ctrl+T</translation>
        </message>
        <message>
            <source>&amp;Why this number</source>
            <translation>이 숫자의 근거(&amp;W)</translation>
        </message>
        <message>
            <source>Why, for the next &amp;term</source>
            <translation>다음 항목의 근거(&amp;T)</translation>
        </message>
        <message>
            <source>&amp;File</source>
            <translation>파일(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Edit</source>
            <translation>편집(&amp;E)</translation>
        </message>
        <message>
            <source>&amp;View</source>
            <translation>보기(&amp;V)</translation>
        </message>
        <message>
            <source>&amp;Theme</source>
            <translation>테마(&amp;T)</translation>
        </message>
        <message>
            <source>&amp;Language</source>
            <translation>언어(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Plan</source>
            <translation>계획(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>도움말(&amp;H)</translation>
        </message>
        <message>
            <source>&amp;About Headroom</source>
            <translation>Headroom 정보(&amp;A)</translation>
        </message>
        <message>
            <source>About Headroom</source>
            <translation>Headroom 정보</translation>
        </message>
        <message>
            <source>Headroom %1

What do we give up to make this fit, and is it worth it?</source>
            <translation>Headroom %1

들어가게 하려면 무엇을 포기해야 하며, 그럴 만한가?</translation>
        </message>
        <message>
            <source>&amp;Light</source>
            <translation>밝게(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Dark</source>
            <translation>어둡게(&amp;D)</translation>
        </message>
        <message>
            <source>&amp;System</source>
            <translation>시스템 설정(&amp;S)</translation>
        </message>
        <message>
            <source>Tools</source>
            <translation>도구</translation>
        </message>
        <message>
            <source>Open a scenario or a config.json</source>
            <translation>시나리오 또는 config.json 열기</translation>
        </message>
        <message>
            <source>JSON files (*.json);;All files (*)</source>
            <translation>JSON 파일 (*.json);;모든 파일 (*)</translation>
        </message>
        <message>
            <source>Save the scenario</source>
            <translation>시나리오 저장</translation>
        </message>
        <message>
            <source>JSON files (*.json)</source>
            <translation>JSON 파일 (*.json)</translation>
        </message>
        <message>
            <source>Saved %1.</source>
            <translation>%1 파일을 저장했습니다.</translation>
        </message>
        <message>
            <source>Not saved</source>
            <translation>저장하지 못함</translation>
        </message>
        <message>
            <source>%1

The old file, if any, is unchanged.</source>
            <translation>%1

이전 파일이 있다면 그대로 남아 있습니다.</translation>
        </message>
        <message>
            <source>Taken up where you left off.</source>
            <translation>지난번에 멈춘 곳에서 이어서 시작합니다.</translation>
        </message>
    </context>
    <context>
        <name>headroom::PlanPanel</name>
        <message>
            <source>Workload</source>
            <translation>작업</translation>
        </message>
        <message>
            <source>Mo&amp;del</source>
            <translation>모델(&amp;D)</translation>
        </message>
        <message>
            <source>Model</source>
            <translation>모델</translation>
        </message>
        <message>
            <source>Trade-offs</source>
            <translation>절충</translation>
        </message>
        <message>
            <source>Cluster</source>
            <translation>클러스터</translation>
        </message>
        <message>
            <source>GPUs in view…</source>
            <translation>표시할 GPU…</translation>
        </message>
        <message>
            <source>GP&amp;U</source>
            <translation>GPU(&amp;U)</translation>
        </message>
        <message>
            <source>GPU</source>
            <translation>GPU</translation>
        </message>
        <message>
            <source>Goals</source>
            <translation>목표</translation>
        </message>
        <message>
            <source>Edit…</source>
            <translation>편집…</translation>
        </message>
    </context>
    <context>
        <name>headroom::ProblemDialog</name>
        <message>
            <source>Problems in %1</source>
            <translation>%1의 문제</translation>
        </message>
        <message>
            <source>1 error</source>
            <translation>오류 1건</translation>
        </message>
        <message>
            <source>%1 errors</source>
            <translation>오류 %1건</translation>
        </message>
        <message>
            <source>1 warning</source>
            <translation>경고 1건</translation>
        </message>
        <message>
            <source>%1 warnings</source>
            <translation>경고 %1건</translation>
        </message>
        <message>
            <source>%1 was opened: %2.</source>
            <translation>%1 파일을 열었습니다: %2.</translation>
        </message>
        <message>
            <source>%1 was not opened: %2.</source>
            <translation>%1 파일을 열지 못했습니다: %2.</translation>
        </message>
        <message>
            <source>All problems are listed.</source>
            <translation>모든 문제를 보여 줍니다.</translation>
        </message>
        <message>
            <source>The plan in use is unchanged. All problems are listed, not only the first.</source>
            <translation>지금 계획은 그대로입니다. 첫 문제만이 아니라 모든 문제를 보여 줍니다.</translation>
        </message>
        <message>
            <source>line</source>
            <translation>줄</translation>
        </message>
        <message>
            <source>where</source>
            <translation>위치</translation>
        </message>
        <message>
            <source>problem</source>
            <translation>문제</translation>
        </message>
        <message>
            <source>Problems</source>
            <translation>문제</translation>
        </message>
        <message>
            <source>error</source>
            <translation>오류</translation>
        </message>
        <message>
            <source>warning</source>
            <translation>경고</translation>
        </message>
        <message>
            <source>Reload</source>
            <translation>다시 읽기</translation>
        </message>
        <message>
            <source>Copy list</source>
            <translation>목록 복사</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>닫기</translation>
        </message>
    </context>
    <context>
        <name>headroom::Session</name>
        <message>
            <source>a plan that is not legal cannot be saved</source>
            <translation>만들 수 없는 계획은 저장할 수 없습니다</translation>
        </message>
    </context>
    <context>
        <name>headroom::VerdictBar</name>
        <message>
            <source>VRAM on one GPU</source>
            <translation>GPU 한 장의 VRAM</translation>
        </message>
        <message>
            <source>Step time</source>
            <translation>스텝 시간</translation>
        </message>
        <message>
            <source>Cost, on demand</source>
            <translation>비용, 온디맨드</translation>
        </message>
        <message>
            <source>MFU</source>
            <translation>MFU</translation>
        </message>
        <message>
            <source>Run, %1 tokens</source>
            <translation>전체 실행, 토큰 %1</translation>
        </message>
        <message>
            <source>Run</source>
            <translation>전체 실행</translation>
        </message>
        <message>
            <source>no number of tokens given</source>
            <translation>토큰 수가 없습니다</translation>
        </message>
        <message>
            <source>Not a legal plan, for %1 reasons.</source>
            <translation>만들 수 없는 계획입니다. 이유는 %1가지입니다.</translation>
        </message>
        <message>
            <source>The charts keep the last legal plan, greyed.</source>
            <translation>차트는 마지막으로 만들 수 있던 계획을 흐리게 보여 줍니다.</translation>
        </message>
    </context>
    <context>
        <name>headroom::WhyPanel</name>
        <message>
            <source>Why this number</source>
            <translation>이 숫자의 근거</translation>
        </message>
        <message>
            <source>Term</source>
            <translation>항목</translation>
        </message>
        <message>
            <source>memory</source>
            <translation>메모리</translation>
        </message>
        <message>
            <source>step time</source>
            <translation>스텝 시간</translation>
        </message>
    </context>
</TS>
