// headroom-probe beside the window: started, listened to, cancelled, and left behind if need be.
//
//     ProbeRunner runner;
//     connect(&runner, &ProbeRunner::changed, dialog, [&] { show(runner.report()); });
//     connect(&runner, &ProbeRunner::ended, dialog, [&] { showEnd(runner.report()); });
//     runner.start({.effort = QStringLiteral("quick")});
//     runner.cancel();                       // ended() comes in any case, within seconds
//
// Whatever the other process does (dies, hangs, floods, lies, never ends), the window goes on:
// lines and their sum are limited, the run has a deadline, and a process that cannot be killed is
// left to the system. The destructor takes 300 ms at most. ended() comes once for each start().
#pragma once

#include "core/io/probe_reader.hpp"

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

namespace headroom {

struct ProbeWish {
    QString effort = QStringLiteral("default"); // as --effort
    int device = 0;
    bool host_only = false;
    bool anyway = false; // although another program is on the GPU
};

class ProbeRunner final : public QObject {
    Q_OBJECT
  public:
    explicit ProbeRunner(QObject* parent = nullptr);
    ~ProbeRunner() override;

    /// Ends one that still runs; what that one yet says is not heard any more.
    void start(const ProbeWish& wish);
    void cancel();

    bool isRunning() const { return process_ != nullptr; }
    const ProbeReport& report() const { return report_; }
    const std::optional<ProbeStage>& stage() const { return lines_.stage(); }
    int exitStatus() const { return exit_; } // of the last run; -1: none
    double seconds() const { return ended_after_s_; }
    /// The whole report as the probe itself wrote it, which `headroom-cli calibrate` takes; it
    /// lives as long as this object. Empty when there is none.
    QString reportFile() const;
    /// Of the planned time, 0 to 1; only ever forward.
    double progress() const;
    double secondsLeft() const;

    /// Where the program is: HEADROOM_PROBE, else beside this one, else where PATH finds it.
    static QString program();
    /// The supervisor's own limit and five seconds; HEADROOM_PROBE_LIMIT shortens it.
    static double deadlineOf(const ProbeWish& wish);

  signals:
    void changed(); // a line came, or time passed
    void ended();

  private:
    void read();
    void takeLines();
    void finish(int exit, const ProbeError& error);
    void giveUp(const char* code, const QString& message);
    void leaveBehind();

    QProcess* process_ = nullptr;
    QTemporaryDir folder_;
    ProbeLines lines_;
    ProbeReport report_;
    QByteArray rest_; // of a line whose end has not come
    bool skipping_ = false;
    qint64 received_ = 0;
    int exit_ = -1;
    double ended_after_s_ = 0.0;
    bool cancelled_ = false;
    QElapsedTimer since_start_, since_stage_;
    QTimer deadline_, grace_, tick_;
};

} // namespace headroom
