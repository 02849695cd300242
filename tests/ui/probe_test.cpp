// "Probe GPU" against a pretend probe that behaves in every bad way: the window says what became
// of it, and goes on.
#include "core/present/probe_words.hpp"
#include "tests/ui/window_fixtures.hpp"
#include "ui/panels/probe_calibration_dialog.hpp"
#include "ui/panels/probe_dialog.hpp"

#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <gmock/gmock.h>

namespace headroom {
namespace {

constexpr int patience_ms = 20000;

/// The pretend probe with this behaviour, for as long as it lives.
class Pretend {
  public:
    explicit Pretend(const char* script, const char* limit = "20") {
        qputenv("HEADROOM_PROBE", HEADROOM_SOURCE_DIR "/tests/probe/fake_probe.sh");
        qputenv("HR_SCRIPT", script);
        qputenv("HEADROOM_PROBE_LIMIT", limit);
    }
    ~Pretend() {
        for (const char* const name : {"HEADROOM_PROBE", "HR_SCRIPT", "HEADROOM_PROBE_LIMIT"})
            qunsetenv(name);
    }
    Pretend(const Pretend&) = delete;
    Pretend& operator=(const Pretend&) = delete;
};

struct Behaviour {
    std::string name;
    std::string code; // of the error; empty: it ended well
    std::size_t results = 0;
    int refused = 0;
};

class ProbeBehaviour : public ::testing::TestWithParam<Behaviour> {};

TEST_P(ProbeBehaviour, IsOneEndThatSaysWhatHappened) {
    const Pretend pretend(GetParam().name.c_str(), GetParam().name == "hang" ? "-4" : "20");
    ProbeRunner runner;
    QSignalSpy ended(&runner, &ProbeRunner::ended);
    runner.start({});
    if (GetParam().name == "ignores_term") QTimer::singleShot(100, &runner, &ProbeRunner::cancel);
    ASSERT_TRUE(ended.wait(patience_ms));
    EXPECT_FALSE(runner.isRunning());
    const ProbeReport& report = runner.report();
    EXPECT_EQ(report.error ? report.error->code : "", GetParam().code);
    EXPECT_EQ(report.results.size(), GetParam().results);
    EXPECT_EQ(report.refused, GetParam().refused);
    QCoreApplication::processEvents();
    EXPECT_EQ(ended.count(), 1);
}

INSTANTIATE_TEST_SUITE_P(
    Probe, ProbeBehaviour,
    ::testing::Values(Behaviour{"ok", "", 3}, Behaviour{"crash", "crash"},
                      Behaviour{"hang", "timeout"}, Behaviour{"ignores_term", "cancelled"},
                      Behaviour{"garbage", "", 1}, Behaviour{"flood", "flood"},
                      Behaviour{"huge", "flood"}, Behaviour{"partial", "crash"},
                      Behaviour{"lies", "", 0, 3}, Behaviour{"utf8", ""},
                      Behaviour{"no_end", "crash"}, Behaviour{"no_driver", "no_driver"},
                      Behaviour{"newer", "newer"}),
    fixtures::rowName<Behaviour>);

TEST(ProbeRunner, IsLeftBehindWithoutWaitingForIt) {
    const Pretend pretend("ignores_term");
    QElapsedTimer timer;
    {
        ProbeRunner runner;
        QSignalSpy heard(&runner, &ProbeRunner::changed);
        runner.start({});
        ASSERT_TRUE(heard.wait(patience_ms));
        timer.start();
    }
    EXPECT_LT(timer.elapsed(), 2000); // 300 ms and what a loaded machine adds
}

TEST(ProbeRunner, HearsOnlyTheLastStart) {
    ProbeRunner runner;
    {
        const Pretend first("hang");
        runner.start({});
    }
    const Pretend second("ok");
    QSignalSpy ended(&runner, &ProbeRunner::ended);
    runner.start({});
    while (runner.isRunning())
        ASSERT_TRUE(ended.wait(patience_ms));
    EXPECT_FALSE(runner.report().error);
    EXPECT_EQ(runner.report().results.size(), 3U);
}

struct ProbeWindow {
    fixtures::Explorer explorer;
    QPointer<ProbeDialog> dialog = new ProbeDialog(explorer.session, &explorer.window);

    void measure() {
        QSignalSpy ended(&dialog->runner(), &ProbeRunner::ended);
        dialog->show();
        dialog->measure();
        EXPECT_TRUE(ended.count() > 0 || ended.wait(patience_ms));
    }
    QPushButton* button(const QString& text) const {
        for (QPushButton* const button : dialog->findChildren<QPushButton*>())
            if (button->isVisible() && button->text().remove(QLatin1Char('&')) == text)
                return button;
        return nullptr;
    }
};

TEST(ProbeDialog, ShowsWhatCanBeTrustedAndWhatNot) {
    const Pretend pretend("ok");
    ProbeWindow window;
    window.measure();
    EXPECT_EQ(window.dialog->state(), ProbeDialog::State::measured);
    EXPECT_EQ(window.dialog->results()->rowCount(), 4); // three results, one skipped
    EXPECT_EQ(window.dialog->results()->item(1, 2)->text(), QStringLiteral("1770 GB/s"));
    EXPECT_TRUE(window.dialog->results()->item(2, 1)->text().contains(QStringLiteral("heat")));
    EXPECT_TRUE(window.dialog->message().startsWith(QStringLiteral("2 of 3")));
    const QTemporaryDir folder;
    EXPECT_NE(window.button(QStringLiteral("Save results…")), nullptr);
    EXPECT_TRUE(window.dialog->saveTo(folder.filePath(QStringLiteral("mine.json"))));
    EXPECT_TRUE(QFile::exists(folder.filePath(QStringLiteral("mine.json"))));
    EXPECT_FALSE(window.dialog->saveTo(QStringLiteral("/nonexistent/mine.json")));
}

TEST(ProbeDialog, SaysOfAGpuThatIsNoPresetThatNothingIsTaken) {
    fixtures::Explorer explorer;
    ProbeReport report;
    ProbeDevice& device = report.devices.emplace_back();
    device.backend = "cuda";
    device.name = "Never heard of";
    ProbeCalibrationDialog dialog(explorer.session, report);
    EXPECT_FALSE(dialog.calibration());
    dialog.accept();
    EXPECT_FALSE(explorer.session.scenario().site);
}

TEST(ProbeDialog, WithoutAGpuOffersTheHostAndMeasuredRuns) {
    const Pretend pretend("no_driver");
    ProbeWindow window;
    window.measure();
    EXPECT_EQ(window.dialog->state(), ProbeDialog::State::failed);
    EXPECT_TRUE(window.dialog->message().contains(QStringLiteral("no NVIDIA driver")));
    EXPECT_NE(window.button(QStringLiteral("Measure the host only")), nullptr);
    QPushButton* const runs = window.button(QStringLiteral("Enter measured runs…"));
    ASSERT_NE(runs, nullptr);
    QSignalSpy wanted(window.dialog, &ProbeDialog::runsWanted);
    runs->click();
    EXPECT_EQ(wanted.count(), 1);
}

TEST(ProbeDialog, AsksBeforeItSlowsAnotherProgram) {
    const Pretend pretend("busy");
    ProbeWindow window;
    window.measure();
    EXPECT_EQ(window.dialog->headline(), QStringLiteral("The GPU is in use."));
    QPushButton* const anyway = window.button(QStringLiteral("Measure anyway"));
    ASSERT_NE(anyway, nullptr);
    QSignalSpy ended(&window.dialog->runner(), &ProbeRunner::ended);
    anyway->click();
    EXPECT_TRUE(ended.count() > 0 || ended.wait(patience_ms));
    EXPECT_EQ(window.dialog->state(), ProbeDialog::State::measured);
}

TEST(ProbeDialog, CancelsAndCanBeClosedWhileMeasuring) {
    const Pretend pretend("slow");
    ProbeWindow window;
    QSignalSpy ended(&window.dialog->runner(), &ProbeRunner::ended);
    window.dialog->measure();
    QTimer::singleShot(100, window.dialog, &ProbeDialog::cancel);
    EXPECT_TRUE(ended.wait(patience_ms));
    EXPECT_EQ(window.dialog->headline(), QStringLiteral("Measuring was cancelled."));
    window.dialog->measure();
    window.dialog->reject();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_TRUE(window.dialog.isNull());
}

TEST(ProbeWords, ExistForEveryResultAndDifferByLanguage) {
    EXPECT_EQ(probe_result_label("gemm_bf16_square_8k", Language::english),
              "product, bf16 square 8k");
    EXPECT_EQ(probe_doubt_sentence("throttled", Language::english),
              "The GPU was held back by heat or hardware.");
    EXPECT_NE(probe_doubt_sentence("throttled", Language::korean),
              probe_doubt_sentence("throttled", Language::english));
    EXPECT_EQ(probe_error_sentence("a new code", Language::english), "");
}

} // namespace
} // namespace headroom
