import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

import { seededRandom } from '../seeded-random.ts'

/** A part of a path, as bytes in latin1. */
const NAMES = [
  'a',
  'b',
  'src',
  'packages',
  'node_modules',
  'vendor',
  'lib',
  'x y',
  '-rf',
  '*',
  '[a]',
  "quote's",
  '"',
  '\\',
  '\\040',
  'w\xff',
  '\xc3(',
  '\xf0\x9f\x92',
  'line\nend',
  '\t',
  '\x01',
  '.hidden',
  'env',
  'git',
  '#',
  '$HOME',
  '{a,b}',
  '~',
  'é',
]
const SECRET_NAMES = ['.env', '.env.local', '.ENV', '.Env.production', '.envrc', '.env\xff', '.env\n']
const SECRET_FOLDERS = ['.ssh', '.aws', '.GnuPG']

const bytes = (path: string): Buffer => Buffer.from(path, 'latin1')

/** A folder with protected places, and two steps that attack them. All paths are bytes in latin1. */
export interface Sequence {
  readonly first: string
  readonly second: string
  /** Whether the first step still runs when the second one does. */
  readonly isAtOnce: boolean
  /** Texts that must not be printed. */
  readonly secrets: readonly string[]
}

/** Makes a random tree in an empty folder, and returns the steps. */
export function randomSequence(seed: number, folder: string): Sequence {
  const random = seededRandom(seed)
  const below = (most: number): number => Math.floor(random() * most)
  const oneOf = <T>(values: readonly T[], otherwise: T): T => values[below(values.length)] ?? otherwise
  const folders = ['']
  const files: string[] = []
  const secrets: string[] = []
  const repositories: string[] = []
  const write = (path: string, text: string): void => writeFileSync(bytes(`${folder}/${path}`), text)
  const makeFolder = (path: string): void => {
    mkdirSync(bytes(`${folder}/${path}`), { recursive: true })
    folders.push(path)
  }
  const at = (): string => oneOf(folders, '')
  const inside = (parent: string, name: string): string => (parent === '' ? name : `${parent}/${name}`)
  for (let count = 3 + below(6); count > 0; count--) makeFolder(inside(at(), oneOf(NAMES, 'a')))
  for (let count = 1 + below(4); count > 0; count--) {
    const secret = `secret-${seed}-${secrets.length}-x`
    secrets.push(secret)
    const isFolder = random() < 0.25
    const parent = isFolder ? inside(at(), oneOf(SECRET_FOLDERS, '.ssh')) : at()
    if (isFolder) mkdirSync(bytes(`${folder}/${parent}`), { recursive: true })
    const path = inside(parent, isFolder ? 'id' : oneOf(SECRET_NAMES, '.env'))
    write(path, secret)
    files.push(path)
  }
  for (let count = 1 + below(3); count > 0; count--) {
    const path = inside(at(), '.git')
    if (repositories.includes(path)) continue
    for (const name of ['hooks', 'objects', 'refs']) mkdirSync(bytes(`${folder}/${path}/${name}`), { recursive: true })
    write(`${path}/HEAD`, 'ref: refs/heads/main\n')
    write(`${path}/config`, '[core]\n')
    repositories.push(path)
  }
  for (let count = 2; count > 0; count--) {
    const path = inside(at(), `file${count}`)
    write(path, 'plain')
    files.push(path)
  }
  const places = (): readonly string[] => [...folders.filter((path) => path !== ''), ...files, ...repositories]
  const old = (): string => quoted(oneOf(places(), 'a'))
  const name = (): string => oneOf([...NAMES, '.env2', '.git2', '.git', '.bashrc', '.profile', '.env'], 'new')
  const fresh = (): string => quoted(inside(at(), name()))
  const outside = (): string =>
    oneOf(
      [
        '"$ROOM/home"',
        '"$ROOM/home/.ssh/id"',
        '"$ROOM/home/notes"',
        '"$ROOM/settings/keys"',
        '/etc/shadow',
        '..',
        '../../home',
        '/',
      ],
      '..',
    )
  const acts: readonly (() => string)[] = [
    () => `mv -T ${old()} ${fresh()}`,
    () => `mv ${old()} ${old()}`,
    () => `mv -T ${old()} ${fresh()}; mkdir -p ${old()}`,
    () => `mkdir -p ${fresh()}`,
    () => `ln -sfn ${old()} ${fresh()}`,
    () => `ln -sfn ${outside()} ${fresh()}`,
    () => `ln -sfn ${outside()} ${old()}`,
    () => `ln ${old()} ${fresh()}`,
    () => `ln ${outside()} ${fresh()}`,
    () => `cp -a ${old()} ${fresh()}`,
    () => `rm -rf ${old()}`,
    () => `chmod ${oneOf(['0', '311', '600', '755', '400'], '0')} ${old()}`,
    () => `perl -e 'syscall(316, -100, $ARGV[0], -100, $ARGV[1], 2)' ${old()} ${old()}`,
    () => `git init -q ${fresh()}`,
    () =>
      `mkdir -p ${quoted(`${at() || '.'}/new/.git/hooks`)}; echo '[core]' > ${quoted(`${at() || '.'}/new/.git/config`)}`,
    () => `mkfifo ${fresh()}`,
    () => `timeout 1 sh -c 'echo evil > "$0"' ${old()}`,
    () => `umount -l ${old()}; mount --bind ${old()} ${old()}; mount -t tmpfs none ${old()}`,
    () => `unshare -rm sh -c 'umount -l "$0"; cat "$0"' ${old()}`,
    () => `(cd ${old()} && mv ../${quoted(name())} . ; timeout 1 cat .env* .ssh/id)`,
    () => `tar cf - ${old()} | (mkdir -p /tmp/t; tar xf - -C /tmp/t); cp -a /tmp/t/. ${fresh()}`,
    () => `setsid sh -c 'mv "$0" "$1"; sleep 0.05; mv "$1" "$0"' ${old()} ${fresh()} &`,
  ]
  const act = (): string => `${oneOf(acts, () => 'true')()} 2>/dev/null`
  const first = Array.from({ length: 2 + below(8) }, act)
  const more = Array.from({ length: below(3) }, act)
  const isAtOnce = random() < 0.2
  const repeated = [`for i in $(seq 60); do`, ...first, 'done']
  return {
    first: [...(isAtOnce ? repeated : first), 'wait', LOOK].join('\n'),
    second: [...more, LOOK, WRITE, LOOK].join('\n'),
    isAtOnce,
    secrets: [...secrets, OUTSIDE_SECRET],
  }
}

/** In each file outside the folder that is hidden. */
export const OUTSIDE_SECRET = 'secret-outside-x'

/** Prints what can be read, as it is and after all that the owner can change. */
const LOOK = [
  'grep -rhsaD skip secret- . .. "$ROOM" /tmp',
  'find . -type d -exec chmod u+rwx {} + 2>/dev/null; find . -type f -exec chmod u+r {} + 2>/dev/null',
  'grep -rhsaD skip secret- .; find . ! -type d ! -type p -exec timeout 1 cat {} + 2>/dev/null | grep -a secret-; head -c 100 /etc/shadow 2>/dev/null',
].join('\n')
/** Writes in everything that git or a shell would run. */
const WRITE = [
  'find . -path "*/.git/*" -type f -print0 2>/dev/null | while IFS= read -r -d "" f; do echo evil >> "$f"; rm -f "$f"; done 2>/dev/null',
  'find . -name .git -print0 2>/dev/null | while IFS= read -r -d "" d; do mkdir -p "$d/hooks"; echo evil > "$d/hooks/pre-commit"; echo evil > "$d/config"; mv "$d" "$d.moved"; done 2>/dev/null',
  'echo evil > "$ROOM/outside"; echo evil > ../evil; rm -rf "$ROOM/home" "$ROOM/settings" 2>/dev/null',
].join('\n')

/** As a word of bash. */
function quoted(path: string): string {
  const escaped = [...bytes(path)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
  return `./$'${escaped}'`
}

/**
 * Returns what no command may change: each folder `.git` that is no link, with its files, and each protected file, by their
 * paths and inodes. Folders that cannot be read are made readable.
 */
export function protectedPlaces(folder: string): readonly string[] {
  execFileSync('chmod', ['-R', 'u+rwX', folder])
  const found: string[] = []
  const walk = (path: Buffer, isProtected: boolean): void => {
    for (const entry of readdirSync(path, { withFileTypes: true, encoding: 'buffer' })) {
      const at = Buffer.concat([path, Buffer.from('/'), entry.name])
      const name = entry.name.toString('latin1').toLowerCase()
      const isOne =
        isProtected || name === '.git' || name.startsWith('.env') || ['.ssh', '.aws', '.gnupg'].includes(name)
      if (entry.isSymbolicLink()) continue
      const content = isOne && entry.isFile() ? readFileSync(at, 'latin1') : ''
      if (isOne) found.push(`${at.toString('latin1')} ${lstatSync(at).ino} ${content}`)
      if (entry.isDirectory()) walk(at, isOne)
    }
  }
  walk(Buffer.from(folder), false)
  return found.toSorted()
}
