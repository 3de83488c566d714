#!/usr/bin/env python3
"""tools/check_layers.py refuses what ARCHITECTURE.md forbids, and nothing else."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import check_layers  # noqa: E402  (found through the line above)


def complaints(path, text):
    layer = path.split("/")[1]
    return [sentence for _, sentence in check_layers.check_file(layer, path, text)]


def file_including(path, header):
    """A well-formed file of its layer with one include line."""
    return complaints(path, f"#include {header}\nnamespace {path.split('/')[1]} {{\n}}\n")


class CheckLayersTest(unittest.TestCase):
    def test_an_allowed_include_passes(self):
        for path, header in [
            ("src/base/text.cpp", '"base/text.h"'),
            ("src/policy/gate.cpp", '"model/run.h"'),
            ("src/store/notes.cpp", '"os/files.h"'),
            ("src/engine/decide.cpp", '"policy/gate.h"'),
            ("src/cli/commands/why.cpp", '"engine/why.h"'),
            ("src/app/main.cpp", '"cli/table.h"'),
            ("src/os/real.cpp", "<unistd.h>"),
            ("src/http/server.cpp", "<sys/socket.h>"),
            ("src/http/server.cpp", "<boost/asio/post.hpp>"),
            ("src/http/connection_impl.h", "<boost/asio/post.hpp>"),
            ("src/http/server.cpp", '"http/connection_impl.h"'),
            ("src/model/run.cpp", "<nlohmann/json.hpp>"),
            ("src/model/run.h", "<nlohmann/json_fwd.hpp>"),
            ("src/policy/path.cpp", "<filesystem>"),
            ("src/index/sqlite/open.cpp", "<sqlite3.h>"),
            ("src/store/markdown_table.cpp", "<cmark-gfm.h>"),
            ("src/store/markdown_table.cpp", "<cmark-gfm-core-extensions.h>"),
            ("src/store/zstd_stream.cpp", "<zstd.h>"),
            ("src/policy/gate_test.cpp", '"os/fake.h"'),
            ("src/policy/gate_test.cpp", "<unistd.h>"),
            ("src/cli/why_test.cpp", '"store/notes.h"'),
            ("src/os/fake_disk.cpp", '"os/fake.h"'),
            ("src/store/test_support.h", '"os/fake.h"'),
        ]:
            with self.subTest(path=path, header=header):
                self.assertEqual(file_including(path, header), [])

    def test_an_include_against_the_table_is_refused(self):
        for path, header, sentence in [
            ("src/base/text.cpp", '"os/files.h"', 'base may not include "os/files.h"'),
            ("src/policy/gate.cpp", '"store/notes.h"', 'policy may not include "store/notes.h"'),
            ("src/policy/gate.cpp", '"os/clock.h"', 'policy may not include "os/clock.h"'),
            ("src/cli/why.cpp", '"store/notes.h"', 'cli may not include "store/notes.h"'),
            ("src/cli/why.cpp", '"host/claude_code.h"', 'cli may not include "host/claude_code.h"'),
            ("src/store/notes_test.cpp", '"engine/spine.h"',
             'store may not include "engine/spine.h"'),
            ("src/store/notes.cpp", '"notes.h"', '"notes.h" is not named by its layer'),
            ("src/store/notes.cpp", '"util/notes.h"', '"util/notes.h" is not named by its layer'),
            ("src/store/notes.cpp", '"os/fake.h"', '"os/fake.h" is for tests'),
            ("src/store/notes.cpp", '"os/test_support.h"', '"os/test_support.h" is for tests'),
            ("src/store/notes.cpp", "<unistd.h>", "<unistd.h> is for os and http alone"),
            ("src/app/main.cpp", "<sys/stat.h>", "<sys/stat.h> is for os and http alone"),
            ("src/cli/read.cpp", "<fstream>", "<fstream> is for os and http alone"),
            ("src/store/notes.cpp", "<sqlite3.h>", "<sqlite3.h> is for index alone"),
            ("src/mcp/serve.cpp", "<boost/asio/post.hpp>",
             "<boost/asio/post.hpp> is for http alone"),
            ("src/http/server.h", "<boost/asio/post.hpp>",
             "<boost/asio/post.hpp> belongs in no header"),
            ("src/http/server.h", '"http/connection_impl.h"',
             '"http/connection_impl.h" is for the .cpp files of http alone'),
            ("src/mcp/serve.cpp", '"http/connection_impl.h"',
             '"http/connection_impl.h" is for the .cpp files of http alone'),

            ("src/engine/docs.cpp", "<cmark-gfm.h>", "<cmark-gfm.h> is for store alone"),
            ("src/cli/docs.cpp", "<cmark-gfm/cmark-gfm.h>",
             "<cmark-gfm/cmark-gfm.h> is for store alone"),
            ("src/engine/bundle.cpp", "<zstd.h>", "<zstd.h> is for store alone"),
            ("src/store/zstd_stream.h", "<zstd.h>", "<zstd.h> belongs in no header"),
            ("src/store/markdown.h", "<cmark-gfm-extension_api.h>",
             "<cmark-gfm-extension_api.h> belongs in no header"),
            ("src/model/run.h", "<nlohmann/json.hpp>", "<nlohmann/json.hpp> belongs in no header"),
            ("src/store/yaml.h", "<yaml-cpp/yaml.h>", "<yaml-cpp/yaml.h> belongs in no header"),
            ("src/cost/read.h", "<rapidjson/reader.h>",
             "<rapidjson/reader.h> belongs in no header"),
        ]:
            with self.subTest(path=path, header=header):
                self.assertEqual(file_including(path, header), [sentence])

    def test_the_line_of_the_include_is_told(self):
        text = '// Why.\n\n  #  include "os/files.h"\nnamespace base {\n}\n'
        self.assertEqual(check_layers.check_file("base", "src/base/a.cpp", text)[0][0], 3)

    def test_a_file_speaks_in_its_layers_namespace(self):
        self.assertEqual(complaints("src/os/a.cpp", "namespace model {\n}\n"),
                         ["opens namespace model"])
        self.assertEqual(complaints("src/os/a.cpp", "int a;\n"), ["does not open namespace os"])
        self.assertEqual(complaints("src/app/main.cpp", "int main() { return 0; }\n"), [])
        forward = "namespace model {\nstruct Run;\n}\nnamespace policy::detail {\n}\n"
        self.assertEqual(complaints("src/policy/a.h", forward), [])

    def test_a_name_that_two_files_of_a_layer_keep_to_themselves_is_refused(self):
        def own(inside):
            return "namespace os {\nnamespace {\n\n" + inside + "\n}  // namespace\n}\n"

        def refused(one, other):
            files = {"src/os/a.cpp": own(one), "src/os/b.cpp": own(other)}
            return [line.split(" is also")[0] for line in check_layers.check_own_names(files)]

        for text, name in [
            ("constexpr int kLong = 2;", "kLong"),
            ("constexpr std::array kRows{1, 2};", "kRows"),
            ("const std::map<std::string, int> kNames = {};", "kNames"),
            ("struct Row {\n  int a = 0;\n};", "Row"),
            ("enum class Kind { one };", "Kind"),
            ("std::string text_of(const Json& json) {\n}", "text_of(const Json& json)"),
            ("bool is_in(const Set& set,\n           int one) {\n}", "is_in(const Set& set, int one)"),
        ]:
            with self.subTest(text=text):
                self.assertEqual(refused(text, text), [f"src/os/b.cpp:4: {name}"])
                self.assertEqual(refused(text, "int other() {\n}"), [])
        for one, other in [
            ("using base::Json;", "using base::Json;"),
            ("using Steady = std::chrono::steady_clock;", "using Steady = std::chrono::steady_clock;"),
            ("struct Row;", "struct Row;"),
            ("void put(int a) {\n}", "void put(long a) {\n}"),
            ("void f() {\n  int inside = 1;\n}", "void g() {\n  int inside = 1;\n}"),
        ]:
            with self.subTest(one=one):
                self.assertEqual(refused(one, other), [])

    def test_the_table_has_no_cycle_and_names_only_layers(self):
        for layer, (level, names) in check_layers.LAYERS.items():
            for name in names.split():
                self.assertLess(check_layers.LAYERS[name][0], level, f"{layer} -> {name}")

    def test_the_program_fails_on_a_broken_tree_and_on_an_empty_one(self):
        with tempfile.TemporaryDirectory() as folder:
            def run():
                return subprocess.run([ROOT / "tools/check_layers.py", folder],
                                      capture_output=True, text=True, check=False)
            self.assertEqual(run().returncode, 1)
            file = pathlib.Path(folder, "src/base/a.cpp")
            file.parent.mkdir(parents=True)
            file.write_text("namespace base {\n}\n")
            self.assertEqual(run().returncode, 0)
            file.write_text('#include "app/main.h"\nnamespace base {\n}\n')
            self.assertEqual(run().returncode, 1)
            self.assertIn("src/base/a.cpp:1: base may not include", run().stdout)
            file.write_text("namespace base {\n}\n")
            twice = "namespace base {\nnamespace {\nint a = 1;\n}  // namespace\n}\n"
            file.write_text(twice)
            other = pathlib.Path(folder, "src/base/b.cpp")
            other.write_text(twice)
            self.assertIn("src/base/b.cpp:3: a is also defined in src/base/a.cpp", run().stdout)
            # A test is compiled with tests.
            other.rename(other.with_name("b_test.cpp"))
            self.assertEqual(run().returncode, 0)
            pathlib.Path(folder, "src/util.cpp").write_text("int a;\n")
            self.assertIn("src/util.cpp:1: lies in no layer", run().stdout)


if __name__ == "__main__":
    unittest.main()
