#include "ui/probe_runner.hpp"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace headroom {

namespace {

constexpr qint64 most_bytes = 8 << 20;
constexpr int tick_ms = 200, quit_ms = 300, grace_ms = 4000;
constexpr double deadline_beyond_s = 5.0;
constexpr auto report_name = "probe.json";

ProbeError errorOf(const char* code, const QString& message) {
    return {code, "", message.toStdString()};
}

double limitOf(const QString& effort) {
    if (effort == QLatin1String("quick")) return 12.0;
    return effort == QLatin1String("thorough") ? 150.0 : 45.0;
}

QStringList argumentsOf(const ProbeWish& wish) {
    QStringList arguments{QStringLiteral("--effort"), wish.effort};
    if (wish.host_only)
        arguments << QStringLiteral("--backend") << QStringLiteral("cpu");
    else
        arguments << QStringLiteral("--device") << QString::number(wish.device);
    if (wish.anyway) arguments << QStringLiteral("--yes");
    return arguments;
}

} // namespace

ProbeRunner::ProbeRunner(QObject* parent) : QObject(parent) {
    deadline_.setSingleShot(true);
    grace_.setSingleShot(true);
    tick_.setInterval(tick_ms);
    connect(&deadline_, &QTimer::timeout, this,
            [this] { giveUp("timeout", tr("The probe did not end in the time allowed.")); });
    connect(&grace_, &QTimer::timeout, this,
            [this] { giveUp("cancelled", tr("Cancelled; the probe did not answer.")); });
    connect(&tick_, &QTimer::timeout, this, &ProbeRunner::changed);
}

ProbeRunner::~ProbeRunner() {
    if (process_ == nullptr) return;
    process_->disconnect(this);
    process_->write("cancel\n");
    process_->closeWriteChannel();
    process_->waitForFinished(quit_ms);
    leaveBehind();
}

QString ProbeRunner::reportFile() const {
    const QString path = folder_.filePath(QLatin1String(report_name));
    return folder_.isValid() && !isRunning() && QFileInfo::exists(path) ? path : QString();
}

QString ProbeRunner::program() {
    const QString named = qEnvironmentVariable("HEADROOM_PROBE");
    if (!named.isEmpty()) return named;
    const QString beside =
        QCoreApplication::applicationDirPath() + QStringLiteral("/headroom-probe");
    if (QFileInfo(beside).isExecutable()) return beside;
    return QStandardPaths::findExecutable(QStringLiteral("headroom-probe"));
}

double ProbeRunner::deadlineOf(const ProbeWish& wish) {
    bool is_number = false;
    const double limit = qEnvironmentVariable("HEADROOM_PROBE_LIMIT").toDouble(&is_number);
    return (is_number ? limit : limitOf(wish.effort)) + deadline_beyond_s;
}

void ProbeRunner::start(const ProbeWish& wish) {
    if (process_ != nullptr) giveUp("cancelled", tr("Another measurement was started."));
    lines_ = {};
    report_ = {};
    rest_.clear();
    skipping_ = false;
    received_ = 0;
    exit_ = -1;
    cancelled_ = false;
    since_start_.start();
    since_stage_.start();
    const QString path = program();
    if (path.isEmpty())
        return finish(-1, errorOf("not_installed", tr("headroom-probe was not found.")));
    process_ = new QProcess;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("HEADROOM_PROBE_PARENT"), QStringLiteral("1"));
    process_->setProcessEnvironment(environment);
    process_->setStandardErrorFile(QProcess::nullDevice());
    connect(process_, &QProcess::readyReadStandardOutput, this, &ProbeRunner::read);
    connect(process_, &QProcess::finished, this, [this](int exit, QProcess::ExitStatus how) {
        read();
        if (process_ == nullptr) return; // the last bytes were one too many
        finish(exit, how == QProcess::CrashExit
                         ? errorOf("crash", tr("The probe crashed."))
                         : errorOf("crash", tr("The probe ended without a last line.")));
    });
    connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError what) {
        if (what == QProcess::FailedToStart)
            finish(-1, errorOf("not_installed", tr("headroom-probe could not be started.")));
    });
    deadline_.start(static_cast<int>(deadlineOf(wish) * 1000));
    tick_.start();
    QStringList arguments = argumentsOf(wish);
    if (folder_.isValid()) {
        const QString report = folder_.filePath(QLatin1String(report_name));
        QFile::remove(report);
        arguments << QStringLiteral("--output") << report;
    }
    process_->start(path, arguments);
}

void ProbeRunner::cancel() {
    if (process_ == nullptr || cancelled_) return;
    cancelled_ = true;
    process_->write("cancel\n");
    grace_.start(grace_ms);
}

void ProbeRunner::read() {
    const QByteArray bytes = process_->readAllStandardOutput();
    received_ += bytes.size();
    rest_ += bytes;
    takeLines();
    if (received_ > most_bytes)
        return giveUp("flood", tr("The probe wrote more than it ever should."));
    emit changed();
}

void ProbeRunner::takeLines() {
    qsizetype begin = 0;
    for (qsizetype end = rest_.indexOf('\n'); end >= 0; end = rest_.indexOf('\n', begin)) {
        const std::string_view line(rest_.constData() + begin,
                                    static_cast<std::size_t>(end - begin));
        const auto before = lines_.stage() ? lines_.stage()->index : 0;
        if (!skipping_) lines_.take(line);
        if (lines_.stage() && lines_.stage()->index != before) since_stage_.restart();
        skipping_ = false;
        begin = end + 1;
    }
    rest_.remove(0, begin);
    if (rest_.size() > static_cast<qsizetype>(longest_probe_line)) {
        rest_.clear();
        skipping_ = true; // until its end comes
    }
    report_ = lines_.report();
}

/// `error` is what to say where the probe itself had no last word.
void ProbeRunner::finish(int exit, const ProbeError& error) {
    for (QTimer* const timer : {&deadline_, &grace_, &tick_})
        timer->stop();
    exit_ = exit;
    ended_after_s_ = static_cast<double>(since_start_.elapsed()) / 1000.0;
    if (process_ != nullptr) {
        process_->disconnect(this);
        process_->deleteLater();
        process_ = nullptr;
    }
    report_.ended = true;
    const bool unsaid = !lines_.report().ended;
    if (unsaid && cancelled_)
        report_.error = errorOf("cancelled", tr("Cancelled."));
    else if (unsaid)
        report_.error = error;
    else if (report_.protocol > probe_protocol)
        report_.error = errorOf("newer", tr("This headroom-probe is newer than the program."));
    emit ended();
}

void ProbeRunner::giveUp(const char* code, const QString& message) {
    process_->disconnect(this);
    leaveBehind();
    finish(-1, errorOf(code, message));
}

/// Kills it and forgets it: a process that sleeps in the GPU's driver does not die, and the
/// destructor of a QProcess would wait for it.
void ProbeRunner::leaveBehind() {
    QProcess* const left = process_;
    process_ = nullptr;
    left->setParent(nullptr);
    connect(left, &QProcess::finished, left, &QObject::deleteLater);
    if (left->state() == QProcess::NotRunning)
        left->deleteLater();
    else
        left->kill();
}

double ProbeRunner::progress() const {
    const std::optional<ProbeStage>& at = lines_.stage();
    if (report_.ended) return 1.0;
    if (!at || at->total_s <= 0.0) return 0.0;
    const double in_stage = static_cast<double>(since_stage_.elapsed()) / 1000.0;
    const double done = at->before_s + std::min(in_stage, 0.95 * at->budget_s);
    return std::clamp(done / at->total_s, 0.0, 0.99);
}

double ProbeRunner::secondsLeft() const {
    const std::optional<ProbeStage>& at = lines_.stage();
    return at ? (1.0 - progress()) * at->total_s : 0.0;
}

} // namespace headroom
