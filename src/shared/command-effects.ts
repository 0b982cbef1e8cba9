/** The name of rules about the files that commands may change where their effects are shown first. */
export const EFFECT_RULES = 'effects'

/**
 * What a command did to a file, a link or a folder. `mode`: only its permissions differ. `other`: it became a named pipe, a
 * socket or a device, which is never applied.
 */
export type EffectKind = 'new' | 'changed' | 'deleted' | 'mode' | 'other'

/** A change that a command made in a copy of the agent's folder. */
export interface CommandEffect {
  /** Absolute, in the agent's folder. Bytes that are no text are escaped. */
  readonly path: string
  readonly kind: EffectKind
  readonly isFolder: boolean
  /** Why this path needs approval each time, for example 'a file for secrets'. Missing: it does not. */
  readonly protectedAs?: string
}

/** What a question shows of the effects of a command. */
export interface ShownEffects {
  /** The agent's folder, absolute. Paths are relative to it. */
  readonly folder: string
  /** The first of them. What is inside a new or a deleted folder is not listed. */
  readonly listed: readonly CommandEffect[]
  /** How many files, links and folders differ in all. */
  readonly count: number
}

/** Most effects that a question lists. */
const MAX_LISTED = 200

/** Returns what a question shows: protected paths first, then in the order of the paths. `folder`: the agent's. */
export function shownEffects(effects: readonly CommandEffect[], folder: string): ShownEffects {
  const whole = effects.filter(({ kind, isFolder }) => isFolder && (kind === 'new' || kind === 'deleted'))
  const folders = new Set(whole.map(({ path, kind }) => `${kind} ${path}`))
  const isInside = ({ path, kind }: CommandEffect): boolean => {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      if (folders.has(`${kind} ${path.slice(0, at)}`)) return true
    }
    return false
  }
  const isFirst = ({ protectedAs }: CommandEffect): boolean => protectedAs !== undefined
  const outer = effects.filter((effect) => isFirst(effect) || !isInside(effect))
  const ordered = [...outer.filter(isFirst), ...outer.filter((effect) => !isFirst(effect))]
  const listed = ordered.slice(0, MAX_LISTED)
  const relative = (path: string): string => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path)
  return { folder, listed: listed.map((effect) => ({ ...effect, path: relative(effect.path) })), count: effects.length }
}

const MARKS: Readonly<Record<EffectKind, string>> = {
  new: 'new',
  changed: 'changed',
  deleted: 'deleted',
  mode: 'permissions',
  other: 'not a file',
}

/** Returns one line for each listed effect, for a terminal, an editor and a model: `deleted  src/old.ts`. */
export function effectLines({ listed, count }: ShownEffects): readonly string[] {
  const lines = listed.map(({ path, kind, isFolder, protectedAs }) => {
    const why = protectedAs === undefined ? '' : ` (${protectedAs})`
    return `${MARKS[kind].padEnd(11)} ${path}${isFolder ? '/' : ''}${why}`
  })
  const more = count - listed.length
  return more > 0 ? [...lines, `and ${more} more`] : lines
}
