import { byteWords } from './attachment.ts'
import type { ComponentState } from './engine-state.ts'

/** What ikigai needs on a machine, or is better with, in the order in which it is listed. */
export const MACHINE_FACT_NAMES = [
  'keys',
  'model',
  'folder',
  'sandbox',
  'keychain',
  'database',
  'connections',
  'renewal',
  'node',
  'disk',
  'version',
] as const

export type MachineFactName = (typeof MACHINE_FACT_NAMES)[number]

/** What was found of one thing. */
export interface MachineFact {
  readonly name: MachineFactName
  /** `error`: ikigai does not work without it. `warning`: it works, with less. */
  readonly state: ComponentState['state']
  /** Names of providers or hosts, a model, a path, a version, or bytes in digits; null: nothing was found. */
  readonly found: string | null
  /** Why it is not ok, for the user, in English; null: it is ok, or its name says enough. */
  readonly problem: string | null
  /** One line for a shell that adds it; null: nothing is missing, or no command adds it. */
  readonly command: string | null
}

/** What is said of one thing. */
interface FactWords {
  readonly title: string
  /** While it is ok. `found` is empty if there is nothing to name. */
  readonly ok: (facts: { readonly found: string }) => string
  /** While it is not. */
  readonly lacking: string
}

type MachineFactWords = Readonly<Record<MachineFactName, FactWords>>

const named = ({ found }: { readonly found: string }): string => `${found}`

/** The English words; the window has others in its language. */
export const MACHINE_FACTS = {
  keys: {
    title: 'Keys',
    ok: named,
    lacking: 'none; paste one into the window, or set a variable such as ANTHROPIC_API_KEY',
  },
  model: { title: 'Default model', ok: named, lacking: 'none; new agents ask for one' },
  folder: { title: 'Folder of agents', ok: named, lacking: 'cannot be used' },
  sandbox: {
    title: 'Sandbox',
    ok: () => 'commands of agents are confined',
    lacking: 'commands of agents are not confined, so each needs your approval',
  },
  keychain: {
    title: 'Keychain',
    ok: () => 'new keys are kept in it',
    lacking: 'new keys are kept in credentials.json',
  },
  database: { title: 'Database', ok: named, lacking: 'cannot be opened' },
  connections: {
    title: 'Connections',
    ok: ({ found }) => (found === '' ? 'to any host' : `only to ${found} and this machine`),
    lacking: 'unknown',
  },
  renewal: {
    title: 'List of models',
    ok: ({ found }): string =>
      found === 'renew'
        ? 'renewed at every start'
        : found === 'none'
          ? 'renewed on request only'
          : 'renewed on request only; the window asks once whether also at every start (renew_models_at_start)',
    lacking: 'unknown',
  },
  node: { title: 'Node', ok: named, lacking: 'too old' },
  disk: { title: 'Free disk space', ok: named, lacking: 'nearly none' },
  version: { title: 'Version', ok: named, lacking: 'unknown' },
} satisfies MachineFactWords

/**
 * Returns what was found in words, without its title. `locale`: of figures. `inLanguage`: returns a reason in the language of
 * `words`; missing: reasons stay English.
 */
export function machineFactText(
  { name, state, found, problem }: MachineFact,
  words: MachineFactWords = MACHINE_FACTS,
  locale?: string,
  inLanguage: (problem: string) => string = (text) => text,
): string {
  const shown = name === 'disk' && found !== null ? byteWords(Number(found), locale) : (found ?? '')
  if (state === 'ok') return words[name].ok({ found: inLanguage(shown) })
  const lacking = [shown, words[name].lacking].filter((part) => part !== '').join(': ')
  return problem === null ? lacking : `${lacking} (${inLanguage(problem).replace(/\.$/, '')})`
}
