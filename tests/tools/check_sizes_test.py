#!/usr/bin/env python3
"""tools/check_sizes.py measures functions and files, whatever their strings and comments hold."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import check_sizes  # noqa: E402  (found through the line above)


def function(lines, head="int f()"):
    """A function whose body, braces included, has so many lines."""
    return head + " {\n" + "  work();\n" * (lines - 2) + "}\n"


def lengths(text):
    return [length for _, length in check_sizes.cpp_functions(text)]


class CheckSizesTest(unittest.TestCase):
    def test_a_function_of_70_lines_passes_and_one_of_71_is_refused(self):
        for lines, refused in [(70, []), (71, ["src/a/a.cpp:1: a function of 71 lines, over 70"])]:
            self.assertEqual(check_sizes.check_file("src/a/a.cpp", function(lines))[0], refused)

    def test_bodies_are_found_behind_every_kind_of_head(self):
        for head in ["int f()", "template <typename T>\nvoid f(std::vector<T> a) noexcept(true)",
                     "Foo::Foo(int a) : a_{a}, b_(2), c_{3}", "Foo::~Foo()", "auto f() -> int",
                     "bool operator()(int a) const", "namespace { int a; }\nint f()",
                     "class Foo {\n public:\n  Foo();\n};\nint f()",
                     "const auto kCompare = [](int a, int b)",
                     "constexpr int kRows[] = {1, 2};\nint f(std::string_view text = {})",
                     "static_assert(true);\nint f()"]:
            with self.subTest(head=head):
                self.assertIn(9, lengths(function(9, head)))

    def test_methods_inside_a_class_are_measured_and_the_class_is_not(self):
        for head in ["class Foo {", "struct [[nodiscard]] Foo : Bar<int> {",
                     "struct alignas(8) Foo {", "template <typename T>\nclass Foo {",
                     "class Foo {\n private:\n  struct Bar {"]:
            text = head + "\n" + function(5) * 20 + "}" * head.count("{") + ";\n"
            with self.subTest(head=head):
                self.assertEqual(lengths(text), [5] * 20)

    def test_a_table_is_no_function(self):
        self.assertEqual(lengths("const Row kRows[] = {\n" + "  {1, f(2)},\n" * 200 + "};\n"), [])

    def test_braces_in_text_count_for_nothing(self):
        for line in ['  say("{{{");', "  say('{');", "  // {", "  /* {\n { */ work();",
                     '  say(R"({ " } {)");', '  say(R"x({)" {)x");', r'  say("\"{");',
                     r"  say('\'');", "  count(1'000'000); say('{');", "#define OPEN {", "#define OPEN \\\n  {"]:
            text = "int f() {\n" + line + "\n}\n"
            with self.subTest(line=line):
                self.assertEqual(lengths(text), [text.count("\n")])

    def test_a_file_that_cannot_be_measured_is_refused(self):
        for path, text in [("src/a/a.cpp", "int f() {\n"), ("tools/a.py", "def f(:\n")]:
            self.assertIn("cannot be measured", check_sizes.check_file(path, text)[0][0])

    def test_python_functions_are_measured_too(self):
        text = "def f():\n" + "    work()\n" * 70
        self.assertEqual(check_sizes.check_file("tools/a.py", text)[0],
                         ["tools/a.py:1: a function of 71 lines, over 70"])

    def test_functions_of_tests_may_be_long(self):
        for path in ["src/a/a_test.cpp", "tests/crash/kill.cpp"]:
            self.assertEqual(check_sizes.check_file(path, function(300)), ([], []))

    def test_a_file_over_400_lines_is_named_and_one_over_600_refused(self):
        for lines, refused, said in [(400, 0, 0), (401, 0, 1), (600, 0, 1), (601, 1, 0)]:
            result = check_sizes.check_file("tests/a.sh", "true\n" * lines)
            self.assertEqual([len(part) for part in result], [refused, said], lines)

    def test_the_program_fails_on_a_long_file_and_on_an_empty_tree(self):
        with tempfile.TemporaryDirectory() as folder:
            def run():
                return subprocess.run([ROOT / "tools/check_sizes.py", folder],
                                      capture_output=True, text=True, check=False).returncode
            self.assertEqual(run(), 1)
            file = pathlib.Path(folder, "bench/a.cpp")
            file.parent.mkdir()
            file.write_text("int a;\n" * 600)
            self.assertEqual(run(), 0)
            file.write_text("int a;\n" * 601)
            self.assertEqual(run(), 1)
            file.write_text("int a;\n")
            pathlib.Path(folder, "run").write_text("#!/bin/sh\n" + "true\n" * 600)
            self.assertEqual(run(), 1)


if __name__ == "__main__":
    unittest.main()
