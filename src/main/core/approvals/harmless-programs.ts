/**
 * A program that writes nothing and runs nothing, whatever its operands are, as long as it is given only these options.
 * What is not in this table may do anything: a list of what is dangerous would never be complete.
 */
interface HarmlessProgram {
  /** Names without a folder: `./ls` is another program. With a subcommand: `git log`. */
  readonly commands: readonly string[]
  /** Letters of short options, alone or in a group. `0` stands for all digits, as in `head -5`. */
  readonly letters: string
  /** Letters whose value follows, in the same word or in the next one. */
  readonly valued: string
  /** Long options, whole: an abbreviation may be that of another option. Their values do no harm. */
  readonly long: ReadonlySet<string>
  /** `none`: an operand would be written, set or created. */
  readonly operands: 'any' | 'none'
  /** The documentation of the options. */
  readonly source: string
}

const GNU = 'GNU coreutils manual'
const GIT_LONG =
  'abbrev abbrev-commit after all author before branches cached cc cherry-mark cherry-pick color committer compact-summary cumulative date date-order decorate diff-algorithm diff-filter dirstat exit-code find-copies find-renames first-parent follow full-diff full-index function-context graph grep histogram ignore-all-space ignore-blank-lines ignore-case ignore-space-change invert-grep left-right max-count max-parents merge-base merges min-parents minimal name-only name-status no-abbrev-commit no-color no-decorate no-ext-diff no-index no-merges no-patch no-prefix no-renames no-textconv not numstat oneline parents patch patch-with-stat patience pickaxe-all pickaxe-regex quiet raw relative remotes reverse shortstat simplify-by-decoration since skip staged stat summary tags topo-order unified until walk-reflogs word-diff word-diff-regex'

/** The table. `git` reads settings of the repository; those that run programs are switched off (read-only-git.ts), and options that reach into submodules are left out. */
const HARMLESS: readonly HarmlessProgram[] = [
  row('pwd', 'LP', '', '', 'none', GNU),
  row('true false', '', '', '', 'any', GNU),
  row('echo', 'neE', '', '', 'any', 'bash(1)'),
  row(
    'ls',
    'aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1',
    'ITw',
    'all almost-all author block-size classify color directory dereference file-type format full-time group-directories-first hide human-readable ignore indicator-style inode literal no-group numeric-uid-gid quote-name quoting-style recursive reverse show-control-chars si size sort time time-style width zero',
    'any',
    GNU,
  ),
  row('cat', 'AbeEnstTuv', '', 'number number-nonblank show-all show-ends show-tabs squeeze-blank', 'any', GNU),
  row('head', 'qvz0', 'cn', 'bytes lines quiet silent verbose zero-terminated', 'any', GNU),
  row('tail', 'fFqvz0', 'cns', 'bytes follow lines pid quiet retry silent sleep-interval verbose', 'any', GNU),
  row('wc', 'clLmw', '', 'bytes chars lines max-line-length words', 'any', GNU),
  row('tac rev nl', '', '', '', 'any', GNU),
  row('cut', 'nsz', 'bcdf', 'bytes characters complement delimiter fields only-delimited output-delimiter', 'any', GNU),
  row('comm', 'z123', '', 'check-order nocheck-order output-delimiter total', 'any', GNU),
  row('tr', 'cCdst', '', 'complement delete squeeze-repeats truncate-set1', 'any', GNU),
  row('uniq', 'cdDiuz', 'fsw', 'count repeated ignore-case unique', 'none', GNU),
  row('stat', 'fLt', 'c', 'dereference file-system format printf terse', 'any', GNU),
  row('du', 'abchHklLmsSx0', 'dBt', 'all apparent-size bytes human-readable max-depth summarize total', 'any', GNU),
  row('df', 'ahHiklPT', 'Btx', 'all human-readable inodes local portability print-type total type', 'any', GNU),
  row('basename dirname', 'az', 's', 'multiple suffix zero', 'any', GNU),
  row('realpath readlink', 'efLmnPqsvz', '', 'canonicalize canonicalize-existing relative-to', 'any', GNU),
  row('md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum', 'bctwz', '', 'check tag', 'any', GNU),
  row('od', 'abcdfilosxv', 'AjNStw', 'address-radix format read-bytes skip-bytes', 'any', GNU),
  row('whoami nproc', '', '', 'all', 'none', GNU),
  row('id', 'gGnruz', '', 'group groups name real user', 'any', GNU),
  row('uname', 'aimnoprsv', '', 'all kernel-name kernel-release machine', 'none', GNU),
  row('seq sleep', 'w', 'fs', 'equal-width', 'any', GNU),
  row('file', 'bhiLNn0', 'F', 'brief dereference mime mime-encoding mime-type', 'any', 'file(1): -C writes, -z runs'),
  row(
    'grep egrep fgrep',
    'abcEFGhHiIlLnoPqrRsTUvVwxyzZ0',
    'ABCDdefm',
    'after-context basic-regexp before-context binary-files byte-offset color colour context count exclude exclude-dir extended-regexp files-with-matches files-without-match fixed-strings ignore-case include invert-match line-number line-regexp max-count no-filename no-messages null only-matching perl-regexp quiet recursive regexp silent text with-filename word-regexp',
    'any',
    'grep(1)',
  ),
  row(
    'rg',
    'acFHhiIlLnNopPqsSuUvVwx.0',
    'ABCdefgjmMrtT',
    'after-context before-context case-sensitive color column context count count-matches crlf files files-with-matches files-without-match fixed-strings glob heading hidden iglob ignore-case invert-match json line-number line-regexp max-columns max-count max-depth multiline no-filename no-heading no-ignore no-line-number no-messages null only-matching pcre2 pretty quiet regexp replace smart-case sort sortr stats text trim type type-list type-not unrestricted vimgrep with-filename word-regexp',
    'any',
    'rg(1): --pre, --hostname-bin and -z run programs',
  ),
  row(
    'diff',
    'abBcdeEiNnpqrstTuwyZ0',
    'CFIUWxX',
    'brief color context exclude ignore-all-space ignore-blank-lines ignore-case ignore-space-change new-file recursive report-identical-files show-c-function side-by-side text unified width',
    'any',
    'diff(1): -l runs pr',
  ),
  row('cmp', 'bls', 'in', 'bytes ignore-initial print-bytes quiet silent verbose', 'any', 'cmp(1)'),
  row(
    'tree',
    'aACdDfFghiJlnNpqQrsStuvxX',
    'ILP',
    'dirsfirst du filelimit gitignore noreport si',
    'any',
    'tree(1): -o writes',
  ),
  row(
    'git status',
    'bsuvz',
    '',
    'ahead-behind branch ignored long no-ahead-behind no-renames null porcelain renames short show-stash untracked-files verbose',
    'any',
    'git-status(1)',
  ),
  row(
    'git diff|git log|git show|git shortlog',
    'abceEFgikmMnpPrRstuwzBCDW0',
    'GLSU',
    GIT_LONG,
    'any',
    'git-log(1): --output and -O',
  ),
  row(
    'git blame',
    'bcefklnpstwMC0',
    'L',
    'abbrev color-by-age date incremental line-porcelain porcelain since show-email show-name show-number',
    'any',
    'git-blame(1)',
  ),
  row(
    'git rev-parse',
    'q',
    '',
    'abbrev abbrev-ref all branches git-common-dir git-dir is-bare-repository is-inside-work-tree local-env-vars quiet remotes short show-cdup show-prefix show-toplevel symbolic symbolic-full-name tags verify',
    'any',
    'git-rev-parse(1)',
  ),
  row(
    'git ls-files',
    'cdkmostuvz',
    'xX',
    'abbrev cached deduplicate deleted directory eol error-unmatch exclude exclude-standard full-name ignored killed modified others stage unmerged',
    'any',
    'git-ls-files(1)',
  ),
  row(
    'git ls-tree',
    'dlrtz',
    '',
    'abbrev full-name full-tree long name-only name-status object-only',
    'any',
    'git-ls-tree(1)',
  ),
  row(
    'git describe',
    '',
    '',
    'abbrev all always candidates contains exact-match first-parent long match tags',
    'any',
    'git-describe(1)',
  ),
  row('git merge-base', 'a', '', 'all fork-point independent is-ancestor octopus', 'any', 'git-merge-base(1)'),
  row(
    'git branch',
    'arv',
    '',
    'all list no-color remotes show-current verbose',
    'none',
    'git-branch(1): an operand is a new branch',
  ),
  row('git tag', 'l', '', 'list', 'none', 'git-tag(1): an operand is a new tag'),
  row('git remote', 'v', '', 'verbose', 'none', 'git-remote(1)'),
]

/** Format of a commit whose signature is verified: it runs the program of `gpg.program` (git-log(1)). */
const SIGNED_FORMAT = /%G/

/**
 * Returns whether a command writes nothing and runs no other program: a program of the table with its options only.
 *
 * @param words As bash passes them to the program.
 * @param written Words that count as harmless whatever they are.
 */
export function isHarmless(words: readonly string[], written: ReadonlySet<string> = new Set()): boolean {
  const found = harmlessProgram(words)
  if (found === null) return false
  let mayBeOption = true
  for (const word of found.others) {
    if (written.has(word)) continue
    if (mayBeOption && word === '--') mayBeOption = false
    else if (mayBeOption && word.length > 1 && word.startsWith('-')) {
      if (!isHarmlessOption(word, found.program)) return false
    } else if (found.program.operands === 'none' || SIGNED_FORMAT.test(word)) return false
  }
  return true
}

/** Returns the words that name the program and its subcommand; null: the program is not in the table. */
export function harmlessName(words: readonly string[]): string | null {
  return harmlessProgram(words)?.name ?? null
}

interface Found {
  readonly program: HarmlessProgram
  readonly name: string
  readonly others: readonly string[]
}

function harmlessProgram(words: readonly string[]): Found | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const program = BY_NAME.get(name)
    if (program !== undefined) return { program, name, others: words.slice(length) }
  }
  return null
}

function isHarmlessOption(word: string, { letters, valued, long }: HarmlessProgram): boolean {
  if (SIGNED_FORMAT.test(word)) return false
  if (word.startsWith('--')) return long.has(word.slice(2).split('=', 1)[0] ?? '')
  for (const letter of word.slice(1)) {
    if (valued.includes(letter)) return true
    if (!letters.includes(/\d/.test(letter) && letters.endsWith('0') ? '0' : letter)) return false
  }
  return true
}

function row(
  commands: string,
  letters: string,
  valued: string,
  long: string,
  operands: HarmlessProgram['operands'],
  source: string,
): HarmlessProgram {
  const names = commands.includes('|') || commands.startsWith('git ') ? commands.split('|') : commands.split(' ')
  return { commands: names, letters, valued, long: new Set(long.split(' ')), operands, source }
}

const BY_NAME = new Map(HARMLESS.flatMap((program) => program.commands.map((name) => [name, program])))
