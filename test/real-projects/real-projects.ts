import type { ProjectFault } from '../support/project-race.ts'

/** A project by others, made from packages of the npm registry or of Debian. */
export interface RealProject {
  readonly name: string
  readonly kind: string
  /** Files and folders that it needs, and the packages of Debian that have them. */
  readonly needs: readonly { readonly place: string; readonly from: string }[]
  /** Lines of bash that make its files and install what it needs, in an empty repository. */
  readonly make: string
  /** The command line of its test. */
  readonly test: string
  readonly fault: ProjectFault
}

/** Unpacks a package of npm into the current folder. */
const UNPACK = `unpack() { local file; file=$(npm pack --silent "$1" | tail -n 1); tar xzf "$file" --strip-components=1; rm "$file"; }`

/**
 * Leaves only some development dependencies, and sets the script `test`: what lints, publishes and measures needs more than
 * the tests do.
 */
const KEEP = `keep() { node -e '
  const fs = require("fs"), [test, ...names] = process.argv.slice(1), p = JSON.parse(fs.readFileSync("package.json"))
  const wanted = Object.fromEntries(names.map((name) => name.split(/(?<=.)@/)))
  Object.assign(p, { scripts: { test }, devDependencies: wanted })
  delete p.publishConfig
  fs.writeFileSync("package.json", JSON.stringify(p, null, 2))' "$@"; }`

const PRELUDE = `set -euo pipefail\n${UNPACK}\n${KEEP}\n`
const INSTALL = 'npm install --no-audit --no-fund --loglevel=error'

const NODE_HEADERS = { place: '/usr/include/node/node_api.h', from: 'libnode-dev' }
const PYTEST = { place: '/usr/lib/python3/dist-packages/pytest', from: 'python3-pytest' }
const GO_SOURCES = '/usr/share/gocode/src'
const CRATES = '/usr/share/cargo/registry'

/** One of each kind that races have to work in. */
export const REAL_PROJECTS: readonly RealProject[] = [
  {
    name: 'qs 6.14.0',
    kind: 'JavaScript',
    needs: [],
    make: `unpack qs@6.14.0; keep "tape 'test/**/*.js'" es-value-fixtures@1.7.1 for-each@0.3.5 has-bigints@1.1.0 \\
      has-override-mistake@1.0.1 has-property-descriptors@1.0.2 has-proto@1.2.0 has-symbols@1.1.0 iconv-lite@0.5.2 \\
      mkdirp@0.5.6 mock-property@1.1.0 object-inspect@1.13.4 qs-iconv@1.0.4 safer-buffer@2.1.2 tape@5.9.0
      echo node_modules > .gitignore; ${INSTALL}`,
    test: 'npm test',
    fault: { path: 'lib/parse.js', right: '&& index >= 0', wrong: '&& index > 0' },
  },
  {
    name: 'zod 4.1.5',
    kind: 'TypeScript with a build (tsc), vitest',
    needs: [],
    make: `unpack zod@4.1.5; find . -mindepth 1 -maxdepth 1 ! -name src ! -name LICENSE ! -name .git -exec rm -rf {} +
      cat > package.json <<'END'
      { "name": "zod", "version": "4.1.5", "type": "module",
        "exports": { ".": "./dist/index.js", "./v3": "./dist/v3/index.js", "./v4": "./dist/v4/index.js",
          "./v4/core": "./dist/v4/core/index.js", "./mini": "./dist/v4/mini/index.js" },
        "scripts": { "build": "tsc -p tsconfig.json",
          "test": "npm run build && vitest run src/v4/classic/tests/array.test.ts src/v4/classic/tests/object.test.ts" },
        "devDependencies": { "typescript": "5.9.3", "vitest": "3.2.4" } }
END
      cat > tsconfig.json <<'END'
      { "compilerOptions": { "target": "es2022", "module": "nodenext", "moduleResolution": "nodenext", "strict": true,
          "declaration": true, "incremental": true, "outDir": "dist", "rootDir": "src", "skipLibCheck": true, "types": [] },
        "include": ["src"], "exclude": ["src/**/tests/**", "src/**/benchmarks/**"] }
END
      printf 'node_modules\\ndist\\n*.tsbuildinfo\\n' > .gitignore; ${INSTALL}; npm run build`,
    test: 'npm test',
    fault: { path: 'src/v4/core/checks.ts', right: 'if (length >= def.minimum)', wrong: 'if (length > def.minimum)' },
  },
  {
    name: 'side-channel, -list, -map, -weakmap',
    kind: 'workspace of npm, packages linked',
    needs: [],
    make: `for each in side-channel@1.1.0 side-channel-list@1.0.0 side-channel-map@1.0.1 side-channel-weakmap@1.0.2; do
        mkdir -p "packages/\${each%@*}"; (cd "packages/\${each%@*}"; unpack "$each"; keep "tape test/index.js" tape@5.9.0); done
      echo '{ "name": "side", "private": true, "workspaces": ["packages/*"] }' > package.json
      echo node_modules > .gitignore; ${INSTALL}`,
    test: 'npm test --workspaces',
    fault: {
      path: 'packages/side-channel-map/index.js',
      right: 'if ($mapSize($m) === 0) {',
      wrong: 'if ($mapSize($m) !== 0) {',
    },
  },
  {
    name: 'bcrypt 6.0.0',
    kind: 'native module, built by node-gyp with headers of Debian',
    needs: [NODE_HEADERS, { place: '/usr/bin/g++', from: 'g++' }, { place: '/usr/bin/make', from: 'make' }],
    make: `unpack bcrypt@6.0.0; rm -rf prebuilds; keep jest jest@29.7.0 node-gyp@11.4.2
      printf 'node_modules\\nbuild\\n' > .gitignore; ${INSTALL} --ignore-scripts; npx node-gyp rebuild --nodedir=/usr`,
    test: 'npm test',
    fault: { path: 'bcrypt.js', right: 'return bindings.compare_sync', wrong: 'return !bindings.compare_sync' },
  },
  {
    name: 'jsonschema',
    kind: 'Python by packages of Debian, pytest',
    needs: [PYTEST, { place: '/usr/lib/python3/dist-packages/jsonschema/tests', from: 'python3-jsonschema' }],
    make: `cp -r /usr/lib/python3/dist-packages/jsonschema .
      rm -f jsonschema/tests/test_jsonschema_test_suite.py jsonschema/tests/fuzz_validate.py jsonschema/tests/_suite.py
      find . -name __pycache__ -prune -exec rm -rf {} +; printf '__pycache__\\n.pytest_cache\\n' > .gitignore`,
    test: '/usr/bin/python3 -m pytest -q jsonschema/tests',
    fault: { path: 'jsonschema/_utils.py', right: 'if len(extras) == 1:', wrong: 'if len(extras) == 2:' },
  },
  {
    name: 'spf13/cast',
    kind: 'Go by the tool chain of Debian, vendored',
    needs: [
      { place: '/usr/bin/go', from: 'golang-go' },
      { place: `${GO_SOURCES}/github.com/spf13/cast`, from: 'golang-github-spf13-cast-dev' },
      { place: `${GO_SOURCES}/github.com/frankban/quicktest`, from: 'golang-github-frankban-quicktest-dev' },
    ],
    make: `cp ${GO_SOURCES}/github.com/spf13/cast/*.go .
      names=(github.com/frankban/quicktest github.com/google/go-cmp github.com/kr/pretty github.com/kr/text github.com/rogpeppe/go-internal)
      printf 'module github.com/spf13/cast\\n\\ngo 1.18\\n\\nrequire (\\n' > go.mod; mkdir vendor
      for name in "\${names[@]}"; do mkdir -p "vendor/$name"; cp -rL ${GO_SOURCES}/$name/. "vendor/$name/"
        printf '\\t%s v1.0.0\\n' "$name" >> go.mod
        printf '# %s v1.0.0\\n## explicit\\n' "$name" >> vendor/modules.txt
        (cd vendor; find "$name" -name '*.go' -printf '%h\\n' | sort -u) >> vendor/modules.txt; done
      echo ')' >> go.mod; echo vendor > .gitignore`,
    test: 'go test ./...',
    fault: { path: 'caste.go', right: 'case bool:\n\t\treturn b, nil', wrong: 'case bool:\n\t\treturn !b, nil' },
  },
  {
    name: 'unicode-normalization 0.1',
    kind: 'Rust by the tool chain, crates of Debian',
    needs: [
      { place: '/usr/bin/cargo', from: 'cargo' },
      { place: `${CRATES}/unicode-normalization-0.1.22`, from: 'librust-unicode-normalization-dev' },
    ],
    make: `cp -r ${CRATES}/unicode-normalization-0.1.22/. .; rm -rf debian benches scripts .cargo-checksum.json
      mkdir .cargo; cat > .cargo/config.toml <<'END'
[source.crates-io]
replace-with = "debian"
[source.debian]
directory = "${CRATES}"
END
      echo target > .gitignore; /usr/bin/cargo generate-lockfile --offline`,
    test: 'PATH=/usr/bin:$PATH cargo test --offline --lib',
    fault: { path: 'src/normalize.rs', right: 'let si = s as u32 - S_BASE;', wrong: 'let si = s as u32 - S_BASE + 1;' },
  },
  {
    name: 'side-channel 1.1.0 with pnpm',
    kind: 'a store of pnpm with links',
    needs: [],
    make: `unpack side-channel@1.1.0; keep "tape test/index.js" tape@5.9.0; echo node_modules > .gitignore
      npx --yes pnpm@9.15.9 install --silent`,
    test: 'node_modules/.bin/tape test/index.js',
    fault: { path: 'index.js', right: 'if (!$channelData) {', wrong: 'if ($channelData) {' },
  },
]

/** The lines of bash that make a project. */
export const makingLines = ({ make }: RealProject): string => PRELUDE + make
