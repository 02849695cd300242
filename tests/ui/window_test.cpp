// The window as a whole: files, undo, plans that are not legal, theme, language, names.
#include "tests/ui/window_fixtures.hpp"
#include "ui/panels/export_dialog.hpp"
#include "ui/panels/gpu_chooser.hpp"
#include "ui/panels/remedies.hpp"
#include "ui/widgets/choice_box.hpp"
#include "ui/widgets/problem_dialog.hpp"

#include <QComboBox>
#include <QFile>
#include <QTabBar>
#include <QTableWidget>
#include <QTreeWidget>

namespace headroom {
namespace {

using fixtures::Explorer;
using fixtures::rowName;

QString writeFile(const QTemporaryDir& folder, const QString& name, const QByteArray& content) {
    const QString path = folder.filePath(name);
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content);
    return path;
}

QByteArray readAll(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

struct BadFile {
    const char* name;
    QByteArray content;
};

class EachBadFile : public testing::TestWithParam<BadFile> {};

// Everything wrong is listed, and the session stays as it was.
TEST_P(EachBadFile, IsRefusedWithItsProblems) {
    Explorer explorer;
    const QTemporaryDir folder;
    explorer.key(Axis::sequence, Qt::Key_Right);
    const Scenario before = explorer.session.scenario();
    explorer.window.openFile(writeFile(folder, QStringLiteral("bad.json"), GetParam().content));
    explorer.frame();
    EXPECT_EQ(explorer.session.scenario(), before);
    EXPECT_EQ(explorer.session.file(), QString());
    const auto dialogs = explorer.window.findChildren<ProblemDialog*>();
    ASSERT_EQ(dialogs.size(), 1);
    EXPECT_GE(dialogs.front()->table().rowCount(), 1);
    EXPECT_TRUE(dialogs.front()->headline().contains(QStringLiteral("bad.json")));
}

INSTANTIATE_TEST_SUITE_P(
    Files, EachBadFile,
    testing::Values(BadFile{"empty", ""}, BadFile{"cut_off", "{\"format\": 1, \"model\": "},
                    BadFile{"no_json", "hello"}, BadFile{"binary", QByteArray(64, '\xff')},
                    BadFile{"array", "[1, 2]"}, BadFile{"no_keys", "{}"},
                    BadFile{"unknown_model", R"({"format": 1, "model": "lama",
                        "cluster": {"gpu": "h100-sxm"}, "training": {"sequence": 8192}})"},
                    BadFile{"wrong_types", R"({"format": 1, "model": 3, "cluster": [],
                        "training": {"sequence": "long"}})"},
                    BadFile{"deep", QByteArray(1000, '[')}),
    rowName<BadFile>);

TEST(Window, ProblemsAreAllListedWithLineAndPlace) {
    Explorer explorer;
    const QTemporaryDir folder;
    explorer.window.openFile(writeFile(folder, QStringLiteral("team.json"), R"({
  "format": 1,
  "model": "llama3.1-8b",
  "cluster": {"gpu": "h100-sxn", "gpus_per_node": 8, "nodes": 1},
  "training": {"sequence": -1, "micro_batch": 1, "global_batch": 32, "zero_stag": 3}
})"));
    const auto dialogs = explorer.window.findChildren<ProblemDialog*>();
    ASSERT_EQ(dialogs.size(), 1);
    const QTableWidget& table = dialogs.front()->table();
    ASSERT_GE(table.rowCount(), 3);
    QStringList lines, places;
    for (int row = 0; row < table.rowCount(); ++row) {
        lines << table.item(row, 1)->text();
        places << table.item(row, 2)->text();
    }
    EXPECT_TRUE(lines.contains(QStringLiteral("4")));
    EXPECT_TRUE(lines.contains(QStringLiteral("5")));
    EXPECT_TRUE(places.contains(QStringLiteral("/cluster/gpu")));
}

TEST(Window, MissingFileIsAProblemNotACrash) {
    Explorer explorer;
    const Scenario before = explorer.session.scenario();
    explorer.window.openFile(QStringLiteral("/nowhere/at/all.json"));
    EXPECT_EQ(explorer.window.findChildren<ProblemDialog*>().size(), 1);
    EXPECT_EQ(explorer.session.scenario(), before);
}

TEST(Window, SavedPlanOpensAsTheSamePlan) {
    Explorer explorer;
    const QTemporaryDir folder;
    explorer.key(Axis::zero_stage, Qt::Key_Left);
    explorer.type(Axis::sequence, QStringLiteral("4k"));
    EXPECT_TRUE(explorer.session.isDirty());
    const Scenario saved = explorer.session.scenario();
    const QString path = folder.filePath(QStringLiteral("plan.json"));
    ASSERT_FALSE(explorer.session.save(path));
    EXPECT_FALSE(explorer.session.isDirty());

    Session other(fixtures::presets(), fixtures::example());
    ASSERT_TRUE(other.open(path).opened);
    EXPECT_EQ(other.scenario(), saved);
    EXPECT_FALSE(other.isDirty());
}

TEST(Window, OpeningIsAStepOfUndo) {
    Explorer explorer;
    explorer.key(Axis::sequence, Qt::Key_Right);
    const Scenario before = explorer.session.scenario();
    const auto path = presets_directory() / "scenarios" / "gpt3-175b-on-1024-a100.json";
    explorer.window.openFile(QString::fromStdString(path.string()));
    ASSERT_NE(explorer.session.scenario(), before);
    explorer.session.undo();
    EXPECT_EQ(explorer.session.scenario(), before);
    EXPECT_EQ(explorer.session.file(), QString());
}

TEST(Window, FailedSaveSaysSoAndStaysDirty) {
    Explorer explorer;
    explorer.key(Axis::sequence, Qt::Key_Right);
    EXPECT_TRUE(explorer.session.save(QStringLiteral("/nowhere/at/all.json")));
    EXPECT_TRUE(explorer.session.isDirty());
}

TEST(Window, DroppedConfigGivesThePlanItsModel) {
    Explorer explorer;
    const QTemporaryDir folder;
    const QString path = writeFile(folder, QStringLiteral("config.json"), R"({
  "architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 2048,
  "intermediate_size": 5632, "num_hidden_layers": 22, "num_attention_heads": 32,
  "num_key_value_heads": 4, "vocab_size": 32000, "max_position_embeddings": 2048,
  "tie_word_embeddings": false, "hidden_act": "silu"})");
    const TrainingPlan plan = explorer.session.scenario().training;
    EXPECT_TRUE(explorer.drop(path));
    EXPECT_EQ(explorer.session.scenario().model.hidden_size, 2048);
    EXPECT_EQ(explorer.session.scenario().model.num_hidden_layers, 22);
    EXPECT_EQ(explorer.session.scenario().training, plan);
}

TEST(Autosave, TakesUpWhereItWasLeft) {
    const QTemporaryDir folder;
    const QString kept = folder.filePath(QStringLiteral("state/session.json"));
    Scenario left;
    {
        Session session(fixtures::presets(), fixtures::example());
        session.autosaveTo(kept);
        session.moveAxis(Axis::zero_stage, 1.0);
        session.setGpusInView({"h100-sxm", "b200-sxm"});
        left = session.scenario();
    }
    Session next(fixtures::presets(), fixtures::example());
    ASSERT_TRUE(next.recover(kept));
    EXPECT_EQ(next.scenario(), left);
    EXPECT_EQ(next.gpusInView(), (std::vector<std::string>{"h100-sxm", "b200-sxm"}));
    EXPECT_TRUE(next.isDirty());
}

TEST(Autosave, DamagedFileIsLeftAlone) {
    const QTemporaryDir folder;
    const QString kept = writeFile(folder, QStringLiteral("session.json"), "{\"scenario\": \"{\"");
    Session session(fixtures::presets(), fixtures::example());
    EXPECT_FALSE(session.recover(kept));
    EXPECT_FALSE(session.recover(folder.filePath(QStringLiteral("none.json"))));
    EXPECT_EQ(session.scenario(), fixtures::example());
}

TEST(Autosave, TakesUpAPlanThatIsNotLegalAndTheLastOneThatWas) {
    const QTemporaryDir folder;
    const QString kept = folder.filePath(QStringLiteral("session.json"));
    Scenario left;
    {
        Session session(fixtures::presets(), fixtures::example());
        session.autosaveTo(kept);
        session.moveAxis(Axis::sequence, 4096.0);
        session.moveAxis(Axis::tensor_parallel, 3.0);
        ASSERT_TRUE(session.isStale());
        left = session.scenario();
    }
    Session next(fixtures::presets(), fixtures::example());
    ASSERT_TRUE(next.recover(kept));
    EXPECT_TRUE(next.isStale());
    EXPECT_EQ(next.scenario(), left);
    EXPECT_EQ(next.shown().training.sequence, 4096);
}

TEST(Autosave, KeepsPinsAndLocks) {
    const QTemporaryDir folder;
    const QString kept = folder.filePath(QStringLiteral("session.json"));
    Pins pins;
    {
        Session session(fixtures::presets(), fixtures::example());
        session.autosaveTo(kept);
        session.pin();
        session.renamePin(0, "plan of Monday");
        session.moveAxis(Axis::zero_stage, 2.0);
        session.pin();
        session.setLocked(Axis::sequence, true);
        pins = session.pins();
    }
    Session next(fixtures::presets(), fixtures::example());
    ASSERT_TRUE(next.recover(kept));
    EXPECT_EQ(next.pins(), pins);
    EXPECT_EQ(next.pins().front().name, "plan of Monday");
    EXPECT_TRUE(next.isLocked(Axis::sequence));
    EXPECT_FALSE(next.isLocked(Axis::zero_stage));
}

TEST(NotLegal, SaysWhyKeepsTheChartAndOffersAWayOut) {
    Explorer explorer;
    const QStringList marks = explorer.marks();
    explorer.type(Axis::tensor_parallel, QStringLiteral("3"));
    ASSERT_TRUE(explorer.session.isStale());
    EXPECT_TRUE(explorer.sentence().startsWith(QStringLiteral("Not a legal plan")));
    EXPECT_EQ(explorer.marks(), marks);
    EXPECT_NE(explorer.window.currentPage()->chart()->graphicsEffect(), nullptr);
    const auto found = objections(explorer.session);
    ASSERT_FALSE(found.empty());
    explorer.session.undo();
    explorer.frame();
    EXPECT_EQ(explorer.window.currentPage()->chart()->graphicsEffect(), nullptr);
}

TEST(NotLegal, RemediesRemoveWhatTheyStandBeside) {
    Session session(fixtures::presets(), fixtures::example());
    session.moveAxis(Axis::global_batch, 33.0);
    ASSERT_TRUE(session.isStale());
    const auto found = objections(session);
    ASSERT_EQ(found.size(), 1U);
    ASSERT_FALSE(found.front().remedies.empty());
    for (const Remedy& remedy : found.front().remedies)
        EXPECT_EQ(find_illegality(session.scenarioAt(remedy.axis, remedy.value)), Illegality::none)
            << remedy.text;
}

TEST(Window, AGpuClickedInTheChartBecomesTheOneOfThePlan) {
    Explorer explorer;
    emit explorer.window.currentPage()->chart()->focusRequested(QStringLiteral("b200-sxm"));
    explorer.frame();
    EXPECT_EQ(explorer.session.scenario().cluster.gpu.id, "b200-sxm");
    EXPECT_TRUE(explorer.sentence().contains(QStringLiteral("B200")));
    explorer.session.undo();
    EXPECT_EQ(explorer.session.scenario(), fixtures::example());
}

TEST(Window, ModelAndGpuBoxesHoldTheWholeCatalog) {
    Explorer explorer;
    std::vector<int> counts;
    for (const ChoiceBox* box : explorer.window.panel()->findChildren<ChoiceBox*>())
        counts.push_back(box->count());
    EXPECT_EQ(counts, (std::vector<int>{static_cast<int>(fixtures::presets().models.size()),
                                        static_cast<int>(fixtures::presets().gpus.size())}));
}

TEST(Window, GpusInViewAreThoseTicked) {
    Explorer explorer;
    auto* chooser = new GpuChooser(explorer.session, &explorer.window);
    const auto families = [&] {
        std::vector<QTreeWidgetItem*> items;
        for (int row = 0; row < chooser->tree()->topLevelItemCount(); ++row)
            items.push_back(chooser->tree()->topLevelItem(row));
        return items;
    }();
    std::size_t gpus = 0;
    for (QTreeWidgetItem* family : families)
        gpus += static_cast<std::size_t>(family->childCount());
    EXPECT_EQ(gpus, fixtures::presets().gpus.size());
    for (QTreeWidgetItem* family : families) // by class
        family->setCheckState(0, family->text(0) == "Hopper" ? Qt::Checked : Qt::Unchecked);
    for (const std::string& id : explorer.session.gpusInView())
        EXPECT_EQ(fixtures::presets().find_gpu(id)->generation, GpuGeneration::hopper) << id;
    EXPECT_GT(explorer.session.gpusInView().size(), 3U);
    QTreeWidgetItem* first = families.front();
    for (QTreeWidgetItem* family : families)
        family->setCheckState(0, Qt::Unchecked);
    for (int i = 0; i < 3; ++i) // one by one
        first->child(i)->setCheckState(0, Qt::Checked);
    EXPECT_EQ(explorer.session.gpusInView().size(), 3U);
    // The GPU of the plan is shown besides, ticked or not.
    EXPECT_GE(explorer.session.points().size(), 3U);
    EXPECT_LE(explorer.session.points().size(), 4U);
}

TEST(Window, ThemeAndLanguageChangeNothingElse) {
    Explorer explorer;
    explorer.key(Axis::sequence, Qt::Key_Right);
    explorer.window.tabs()->setCurrentIndex(1);
    const Scenario before = explorer.session.scenario();
    explorer.appearance.setThemeChoice(ThemeChoice::dark);
    explorer.appearance.setLanguage(Language::korean);
    explorer.frame();
    EXPECT_EQ(explorer.session.scenario(), before);
    EXPECT_TRUE(explorer.session.canUndo());
    EXPECT_EQ(explorer.window.tabs()->currentIndex(), 1);
    EXPECT_EQ(explorer.sentence().toStdString(),
              verdict_view(before, evaluate(before), Language::korean).sentence);
    explorer.appearance.setLanguage(Language::english);
    explorer.appearance.setThemeChoice(ThemeChoice::light);
    explorer.frame();
    EXPECT_EQ(explorer.sentence().toStdString(),
              verdict_view(before, evaluate(before), Language::english).sentence);
}

TEST(Window, EveryControlHasANameAndIsReachedByKeyboard) {
    Explorer explorer;
    for (const QWidget* widget : explorer.window.findChildren<QWidget*>()) {
        const bool is_control = qobject_cast<const QAbstractSlider*>(widget) != nullptr ||
                                qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
                                qobject_cast<const QComboBox*>(widget) != nullptr ||
                                qobject_cast<const QTabBar*>(widget) != nullptr;
        const bool is_scroll_bar = widget->inherits("QScrollBar");
        if (!is_control || is_scroll_bar) continue;
        EXPECT_FALSE(widget->accessibleName().isEmpty()) << widget->metaObject()->className();
        EXPECT_TRUE(widget->focusPolicy() & Qt::TabFocus) << widget->metaObject()->className();
    }
}

TEST(Window, ExportDialogWritesWhatItPreviews) {
    Explorer explorer;
    const QTemporaryDir folder;
    std::vector<ExportContent> contents;
    const ChartPage* page = explorer.window.currentPage();
    contents.push_back({QStringLiteral("trade-off"), page->chart()->still(), page->tableView()});
    auto* dialog =
        new ExportDialog(std::move(contents), 0,
                         {Theme::light(), Language::english, "assumed", "{}"}, &explorer.window);
    for (const char* ending : {"png", "svg", "pdf"}) {
        const QString path = folder.filePath(QStringLiteral("chart.") + QLatin1String(ending));
        dialog->setFile(path);
        EXPECT_FALSE(dialog->write()) << ending;
        EXPECT_GT(readAll(path).size(), 1000) << ending;
    }
    dialog->setFile(QStringLiteral("/nowhere/at/all.png"));
    EXPECT_TRUE(dialog->write());
}

} // namespace
} // namespace headroom
