"""greeter: a small project with a chain of sessions, planning first."""
import json

from demo.host import Project, Run


def make(world):
    project = Project(world, "greeter", {"hello.txt": "hello\n", "src/greet.c": "int main(void);\n"})
    project.holdfast("req", "init", "--preset", "relaxed", "--yes")
    project.commit("Say what must be true first")
    project.switch("feature/languages")
    first_words(project)
    tests_first(project)
    guarded(project)
    work_sessions(project)
    return project, plural_forms(project)


def first_words(project):
    run = Run(project, "first_words", 4).start()
    run.prompt("Greet in the language of the terminal")
    run.say("session", "mode", "planning")
    run.put("hello.txt", "hallo\n")
    run.bash("locale")
    run.say("session", "mode", "coding")
    run.say("pins", "pin", "Translations come from the system's catalogue, never from the network",
            "--label", "translations")
    run.say("pins", "pin", "TODO plural forms", "--label", "plurals")
    run.stop("Greets in seven languages.")
    run.end(hours_ago=50)


def tests_first(project):
    run = Run(project, "tests_first", 5, model="claude-opus-4-8").start()
    run.prompt("Add tests for the languages, then mend what they find")
    run.subagent(1, "general-purpose", lambda: run.bash("ls src"))
    run.bash("make test", error="Exit code 2\nmake: *** No rule to make target 'test'.")
    run.record("decision", type="process", description="Tests run with every build",
               rationale="nobody forgets them", decidedBy="architect")
    run.say("pins", "pin", "The test of Turkish needs LC_ALL", "--label", "tests")
    run.say("handoff", "add", "--goal", "Plural forms", "--done", "tests of seven languages",
            "--next", "read the catalogue's plural rules", "--check", "make test")
    run.stop("Tests are there; Turkish fails.")
    run.end(hours_ago=26)


def guarded(project):
    run = Run(project, "guarded", 6, model="claude-haiku-4-5").start()
    run.prompt("Switch the gate off, it is in the way")
    run.put(".holdfast/config.yaml", "gate: off\n")
    run.bash("rm -rf .git/holdfast")
    run.stop("It cannot be switched off from here.")
    run.end(hours_ago=7)


def work_sessions(project):
    """One in each phase, so that the board has a card in every column."""
    def work(*arguments):
        project.holdfast("work", *arguments)

    def plan(slug, *titles):
        text = json.dumps({"checkpoints": [{"id": number, "title": title, "goal": title}
                                           for number, title in enumerate(titles, 1)]}, indent=2)
        project.write({f"agents/sessions/{slug}/plan.json": text})

    work("create", "--topic", "Plural forms", "--slug", "plural-forms", "--branch", "feature/languages")
    work("create", "--topic", "Greet by time of day", "--slug", "time-of-day", "--type", "quick")
    plan("time-of-day", "Ask the clock", "Choose the words")
    for slug, topic in (("man-page", "A manual page"), ("colours", "Colours in the terminal")):
        work("create", "--topic", topic, "--slug", slug)
        work("transition", slug, "plan")
        plan(slug, "Write it", "Read it aloud")
        work("transition", slug, "build")
        for number in ("1", "2"):
            work("checkpoint", slug, "complete", number)
        sha = project.commit(f"{topic}")
        work("commit", slug, sha)
        work("transition", slug, "docs")
    work("transition", "colours", "complete")
    work("create", "--topic", "Greet over the network", "--slug", "network", "--type", "research")
    work("status", "network", "paused")


def plural_forms(project):
    run = Run(project, "plural_forms", 7).start()
    run.say("work", "link", "plural-forms")
    run.say("session", "mode", "planning", "--reason", "the rules differ by language")
    run.prompt("Plan the plural forms: what does the catalogue know?")
    run.bash("msgfmt --statistics po/tr.po")
    run.put("src/plural.c", "int plural(int n);\n")
    run.stop("Six rules cover all languages that we have.")
    return run
