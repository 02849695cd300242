#include "core/present/readiness.hpp"

#include "core/present/wording.hpp"

#include <fmt/format.h>

#include <array>

namespace headroom {

namespace {

constexpr std::array topics{Words{"Evidence", "근거"},
                            Words{"Quality", "품질"},
                            Words{"Documentation", "문서"},
                            Words{"Monitoring", "감시"},
                            Words{"Recovery", "복구"},
                            Words{"Data governance", "데이터 관리"},
                            Words{"Sandbox route", "샌드박스"},
                            Words{"Budget", "예산"},
                            Words{"Other", "기타"}};
static_assert(topics.size() == all_readiness_topics.size());

constexpr std::array questions{
    Words{"a short run on the target machine was measured beside this estimate.",
          "대상 장비에서 짧게 실행해 이 추정과 비교했습니다."},
    Words{"what the precision and batch may cost is agreed on and will be evaluated.",
          "정밀도와 배치가 품질에 미칠 영향을 합의했고 평가할 예정입니다."},
    Words{"plan, code version and reasons are written down where the team finds them.",
          "계획, 코드 버전, 이유를 팀이 찾을 수 있는 곳에 적었습니다."},
    Words{"memory, step time and loss are watched, with someone who is called.",
          "메모리, 스텝 시간, 손실을 지켜보고 연락받을 사람이 있습니다."},
    Words{"checkpoints are saved and a restart from one was tried.",
          "체크포인트를 저장하며 거기서 다시 시작해 보았습니다."},
    Words{"the data may be used for this, and where it came from is recorded.",
          "데이터를 이 용도로 쓸 수 있으며 출처를 기록했습니다."},
    Words{"the launch was tried on one node before the whole cluster.",
          "전체 클러스터 전에 노드 하나에서 시험했습니다."},
    Words{"somebody answers for the cost, and for stopping the run.",
          "비용과 실행 중단을 책임질 사람이 있습니다."},
    Words{"", ""}};
static_assert(questions.size() == topics.size());

} // namespace

std::string topic_name(ReadinessTopic topic, Language language) {
    return std::string(say(topics[static_cast<std::size_t>(topic)], language));
}

std::string readiness_text(const ReadinessItem& item, Language language) {
    if (!item.text.empty()) return item.text;
    return std::string(say(questions[static_cast<std::size_t>(item.topic)], language));
}

std::string readiness_line(const ReadinessItem& item, Language language) {
    const std::string text = readiness_text(item, language);
    std::string line = item.topic == ReadinessTopic::other
                           ? text
                           : fmt::format("{}: {}", topic_name(item.topic, language), text);
    return item.note.empty() ? line : fmt::format("{} ({})", line, item.note);
}

} // namespace headroom
