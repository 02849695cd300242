#include "core/present/problem_text.hpp"

#include "core/present/wording.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <array>
#include <optional>

namespace headroom {

namespace {

/// `{}` stands for what is put in; the Korean takes it by its number.
constexpr std::array forms{
    // Values of JSON
    Words{"is missing", "값이 없습니다"},
    Words{"is missing, and does not follow from the rest",
          "값이 없고, 나머지에서 끌어낼 수도 없습니다"},
    Words{"unknown key; did you mean \"{}\"?", "모르는 키입니다. \"{0}\"을(를) 뜻했나요?"},
    Words{"unknown key", "모르는 키입니다"},
    Words{"unknown value \"{}\"; did you mean \"{}\"?",
          "모르는 값 \"{0}\"입니다. \"{1}\"을(를) 뜻했나요?"},
    Words{"unknown value \"{}\"; one of {}", "모르는 값 \"{0}\"입니다. 다음 중 하나: {1}"},
    Words{"expected {}, and NaN or Infinity is none",
          "{0} 자리이며, NaN과 Infinity는 쓸 수 없습니다"},
    Words{"expected {}, found the text {}", "{0} 자리에 글 {1}이(가) 있습니다"},
    Words{"expected {}, found the value {}", "{0} 자리에 값 {1}이(가) 있습니다"},
    Words{"expected {}, found {}", "{0} 자리에 {1}이(가) 있습니다"},
    Words{"{} is too small: at least {}", "{0}: 너무 작음(최소 {1})"},
    Words{"{} is too small: more than {}", "{0}: 너무 작음({1} 초과)"},
    Words{"{} is too large: at most {}", "{0}: 너무 큼(최대 {1})"},
    Words{"{} is too small", "{0}: 너무 작음"},
    Words{"{} is too large for a number", "{0}: 수로 쓰기에 너무 큼"},
    Words{"{} is too large", "{0}: 너무 큼"},
    Words{"{} are too many: at most {}", "{0}개는 너무 많음(최대 {1}개)"},
    Words{"key \"{}\" is there twice, first on line {}",
          "키 \"{0}\"이(가) 두 번 있습니다(처음은 {1}행)"},
    Words{"{} is not a JSON number, though Python writes it",
          "{0}: Python은 쓰지만 JSON의 수가 아닙니다"},
    Words{"{} is not a JSON number", "{0}: JSON의 수가 아닙니다"},
    Words{"nested deeper than {} levels", "{0}단계보다 깊이 겹쳐 있습니다"},
    Words{"not JSON {}", "JSON이 아닙니다: {0}"},
    Words{"this key of a newer format is kept but not used",
          "새 형식의 키입니다. 남겨 두지만 쓰지 않습니다"},
    Words{
        "format {} is newer than {}, the newest that is known here: keys {}",
        "형식 {0}은(는) 여기서 아는 가장 새 형식 {1}보다 새롭습니다: 모르는 키는 남겨 두지만 쓰지 "
        "않습니다"},
    // Files
    Words{"there is no such file", "그런 파일이 없습니다"},
    Words{"not a regular file", "보통 파일이 아닙니다"},
    Words{"the file is empty", "파일이 비어 있습니다"},
    Words{"this is UTF-16; save the file as UTF-8", "UTF-16입니다. UTF-8로 저장하세요"},
    Words{"byte {} is not UTF-8; save the file as UTF-8",
          "바이트 {0}은(는) UTF-8이 아닙니다. UTF-8로 저장하세요"},
    Words{"{} bytes; files of more than {} MiB are not read",
          "{0}바이트입니다. {1} MiB보다 큰 파일은 읽지 않습니다"},
    Words{"cannot be read: {}", "읽을 수 없습니다: {0}"},
    Words{"cannot write: {}", "쓸 수 없습니다: {0}"},
    Words{"could not be written: {}", "쓰지 못했습니다: {0}"},
    Words{"could not be drawn: {}", "그리지 못했습니다: {0}"},
    Words{"cannot save here: {}; {}", "여기에 저장할 수 없습니다: {0}; {1}"},
    Words{"there is no folder \"{}\" to save it in", "저장할 폴더 \"{0}\"이(가) 없습니다"},
    Words{"this is a folder, not a file to save in", "폴더이며, 저장할 파일이 아닙니다"},
    Words{"must end in .png, .svg or .pdf", ".png, .svg, .pdf 중 하나로 끝나야 합니다"},
    // Plans
    Words{"there is no \"{}\"; did you mean \"{}\"?",
          "\"{0}\"은(는) 없습니다. \"{1}\"을(를) 뜻했나요?"},
    Words{"there is no \"{}\"", "\"{0}\"은(는) 없습니다"},
    Words{"no {} \"{}\"; did you mean \"{}\"?",
          "{0} \"{1}\"은(는) 없습니다. \"{2}\"을(를) 뜻했나요?"},
    Words{"no {} \"{}\"", "{0} \"{1}\"은(는) 없습니다"},
    Words{"no {} is named", "{0}의 이름이 없습니다"},
    Words{"{} has no tensor parallelism", "{0}에는 텐서 병렬이 없습니다"},
    Words{"{} has no pipeline parallelism", "{0}에는 파이프라인 병렬이 없습니다"},
    Words{"{} has no context parallelism", "{0}에는 컨텍스트 병렬이 없습니다"},
    Words{"{} has no expert parallelism", "{0}에는 전문가 병렬이 없습니다"},
    Words{"TP {} reaches beyond a node of {} GPUs, over the slower link",
          "TP {0}은(는) GPU {1}장짜리 노드를 넘어 느린 연결을 씁니다"},
    Words{"sequence parallel does nothing at TP 1", "TP 1에서는 시퀀스 병렬이 하는 일이 없습니다"},
    Words{"ZeRO {} communicates for every micro batch of a pipeline; DeepSpeed's pipeline engine "
          "refuses it, FSDP stacks run it",
          "ZeRO {0}은(는) 파이프라인의 마이크로 배치마다 통신합니다. DeepSpeed의 파이프라인 엔진은 "
          "받지 않고, FSDP 스택은 실행합니다"},
    Words{"{} micro batches cannot fill {} pipeline stages: most of the step is bubble",
          "마이크로 배치 {0}개로는 파이프라인 {1}단계를 채울 수 없어 스텝 대부분이 버블입니다"},
    Words{"interleaving needs 2 or more virtual stages; with 1 the schedule is plain 1F1B",
          "인터리빙에는 가상 단계가 2개 이상 필요합니다. 1개면 보통의 1F1B입니다"},
    Words{"sequence {} is beyond the {} positions that {} was made for",
          "시퀀스 {0}은(는) {2}이(가) 전제한 위치 {1}개를 넘습니다"},
    Words{"a cap of {} W is above the board's {} W and changes nothing",
          "전력 상한 {0} W는 보드의 {1} W보다 높아 아무것도 바꾸지 않습니다"},
    Words{"{} GPUs do not make whole nodes of {}",
          "GPU {0}장은 {1}장짜리 노드로 나누어지지 않습니다"},
    Words{"hidden size {} does not divide by {} heads, so \"head_dim\" has to {}",
          "은닉 크기 {0}이(가) 헤드 {1}개로 나누어지지 않아 \"head_dim\"이 필요합니다"},
    Words{"{} heads do not share {} key/value heads evenly",
          "헤드 {0}개가 키/값 헤드 {1}개를 고르게 나누어 쓰지 않습니다"},
    // Foreign files
    Words{"model type \"{}\" is not known", "모델 종류 \"{0}\"은(는) 알지 못합니다"},
    Words{"{} Say --answer {}=...", "{0} --answer {1}=... 로 답하세요"},
    Words{"some layers are not attention + MLP; counted as if they were",
          "일부 층은 어텐션 + MLP가 아니지만 그렇게 셌습니다"},
    Words{"{} of {} layers are not attention + MLP; counted as if they were",
          "{1}층 중 {0}층은 어텐션 + MLP가 아니지만 그렇게 셌습니다"},
    // Logs and tables of runs
    Words{"a step without its time", "시간이 없는 스텝"},
    Words{"a peak of memory without its size", "크기가 없는 메모리 최댓값"},
    Words{"a row of memory_summary without its peak", "최댓값이 없는 memory_summary 행"},
    Words{"train_runtime is followed by no number above 0",
          "train_runtime 뒤에 0보다 큰 수가 없습니다"},
    Words{"only {} steps: the first ones are slower than the rest",
          "스텝이 {0}개뿐입니다. 처음 스텝은 나머지보다 느립니다"},
    Words{"the mean of the whole run, with its warm-up, evaluations and saving: steps alone are "
          "faster",
          "워밍업, 평가, 저장을 포함한 전체 실행의 평균입니다. 스텝만은 더 빠릅니다"},
    Words{"printed with three decimals: known to {} % only",
          "소수점 아래 세 자리까지만 적혀 {0} %까지만 알 수 있습니다"},
    Words{"no train_runtime: it is written when a run ends, and no other time is in this file",
          "train_runtime이 없습니다. 실행이 끝날 때 적히며, 이 파일에는 다른 시간이 없습니다"},
    Words{"nothing measured: no step time, rate or peak of memory was found",
          "측정값이 없습니다. 스텝 시간, 속도, 메모리 최댓값을 찾지 못했습니다"},
    Words{"the log's global batch is {}, the plan's {}: the run is taken for one of the plan",
          "로그의 전체 배치는 {0}, 계획은 {1}입니다. 계획대로 실행한 것으로 봅니다"},
    Words{"column \"{}\" is not read", "열 \"{0}\"은(는) 읽지 않습니다"},
    Words{"{} cells, but the header has {} columns", "칸은 {0}개인데 머리글의 열은 {1}개입니다"},
    // Runs that cannot be compared
    Words{"no such GPU preset: {}", "그런 GPU 프리셋이 없음: {0}"},
    Words{"no such model preset: {}", "그런 모델 프리셋이 없음: {0}"},
    Words{"no such framework preset: {}", "그런 프레임워크 프리셋이 없음: {0}"},
    Words{"GPU not stated", "GPU가 밝혀지지 않음"},
    Words{"number of GPUs not stated", "GPU 수가 밝혀지지 않음"},
    Words{"framework not stated", "프레임워크가 밝혀지지 않음"},
    Words{"precision not stated", "정밀도가 밝혀지지 않음"},
    Words{"optimizer not stated", "옵티마이저가 밝혀지지 않음"},
    Words{"quantization not stated", "양자화가 밝혀지지 않음"},
    Words{"sharding not stated", "샤딩이 밝혀지지 않음"},
    Words{"ranks of latent attention not stated", "잠재 어텐션의 랭크가 밝혀지지 않음"},
    Words{"which layers are recomputed not stated", "어느 층을 재계산하는지 밝혀지지 않음"},
    Words{"GPUs do not fill whole nodes", "GPU가 노드를 다 채우지 않음"},
    Words{"adapters other than LoRA", "LoRA가 아닌 어댑터"},
    Words{"quantised weights without adapters", "어댑터 없이 양자화한 가중치"},
    Words{"model dimensions out of range", "모델 크기가 범위 밖"},
    Words{"inference", "추론"},
    Words{"unknown task \"{}\"", "모르는 작업 \"{0}\""},
    Words{"unknown precision \"{}\"", "모르는 정밀도 \"{0}\""},
    Words{"unknown states \"{}\"", "모르는 상태 \"{0}\""},
    Words{"unknown quantization \"{}\"", "모르는 양자화 \"{0}\""},
    Words{"unknown optimizer \"{}\"", "모르는 옵티마이저 \"{0}\""},
    Words{"unknown sharding \"{}\"", "모르는 샤딩 \"{0}\""},
    Words{"unknown offload \"{}\"", "모르는 오프로드 \"{0}\""},
    Words{"unknown routing \"{}\"", "모르는 라우팅 \"{0}\""},
    Words{"not a legal plan ({})", "만들 수 없는 계획({0})"},
    // What a value has to be
    Words{"text", "글"},
    Words{"true or false", "true나 false"},
    Words{"a whole number", "정수"},
    Words{"a number", "수"},
    Words{"a list", "목록"},
    Words{"an object", "객체"},
    Words{"nothing", "빈 값"},
    Words{"null", "null"},
};

constexpr std::string_view put_in = "{}";

/// What stands in a sentence where its form has `{}`; empty when it is not of this form.
std::optional<std::vector<std::string_view>> parts_of(std::string_view sentence,
                                                      std::string_view form) {
    std::vector<std::string_view> parts;
    std::size_t gap = form.find(put_in);
    const std::string_view head = form.substr(0, gap);
    if (!sentence.starts_with(head)) return std::nullopt;
    sentence.remove_prefix(head.size());
    while (gap != std::string_view::npos) {
        form.remove_prefix(gap + put_in.size());
        gap = form.find(put_in);
        const std::string_view next = form.substr(0, gap);
        const bool last = gap == std::string_view::npos;
        const std::size_t end =
            last ? sentence.size() - std::min(next.size(), sentence.size()) : sentence.find(next);
        if (end == std::string_view::npos || sentence.substr(end, next.size()) != next)
            return std::nullopt;
        parts.push_back(sentence.substr(0, end));
        sentence.remove_prefix(end + next.size());
    }
    if (!sentence.empty()) return std::nullopt;
    return parts;
}

} // namespace

std::string problem_sentence(std::string_view message, Language language) {
    if (language == Language::english) return std::string(message);
    for (const Words& form : forms) {
        const auto parts = parts_of(message, form.english);
        if (!parts) continue;
        fmt::dynamic_format_arg_store<fmt::format_context> arguments;
        for (const std::string_view part : *parts)
            arguments.push_back(problem_sentence(part, language));
        return fmt::vformat(form.korean, arguments);
    }
    return std::string(message);
}

std::string problem_line(const Problem& problem, Language language) {
    Problem said = problem;
    said.message = problem_sentence(problem.message, language);
    return to_line(said);
}

} // namespace headroom
