import { SKILL_TOOL } from './skill.ts'
import { CALL_TOOL, FIND_TOOLS } from './tool-search.ts'

/** A tool that agents have without a server. */
interface BuiltInTool {
  /** `program`: by an adapter, because it needs this machine (`adapters/tools`). `tree`: by core. */
  readonly made: 'program' | 'tree'
  /**
   * `nothing`: the profiles that only read have it, because it changes nothing except the tree of agents. `files`: races
   * and evaluations allow it, because it changes files of the folder and nothing else. `anything`: neither.
   */
  readonly changes: 'nothing' | 'files' | 'anything'
  /** What editors show its calls as (ACP). `other`: none of their kinds. */
  readonly shownAs: 'read' | 'edit' | 'search' | 'execute' | 'fetch' | 'other'
}

/** All built-in tools by name. One without a row does not compile where it is made, nor a row without a tool. */
export const BUILT_IN_TOOLS = {
  ask: { made: 'tree', changes: 'nothing', shownAs: 'other' },
  bash: { made: 'program', changes: 'anything', shownAs: 'execute' },
  [CALL_TOOL]: { made: 'tree', changes: 'anything', shownAs: 'other' },
  file_edit: { made: 'program', changes: 'files', shownAs: 'edit' },
  file_read: { made: 'program', changes: 'nothing', shownAs: 'read' },
  file_write: { made: 'program', changes: 'files', shownAs: 'edit' },
  [FIND_TOOLS]: { made: 'tree', changes: 'anything', shownAs: 'other' },
  glob: { made: 'program', changes: 'nothing', shownAs: 'search' },
  grep: { made: 'program', changes: 'nothing', shownAs: 'search' },
  [SKILL_TOOL]: { made: 'tree', changes: 'nothing', shownAs: 'other' },
  slash: { made: 'tree', changes: 'nothing', shownAs: 'other' },
  web_fetch: { made: 'program', changes: 'nothing', shownAs: 'fetch' },
} as const satisfies Readonly<Record<string, BuiltInTool>>

type Tools = typeof BUILT_IN_TOOLS

/** The tools that an adapter makes, or core. */
export type ToolsMadeBy<Maker extends BuiltInTool['made']> = {
  [N in keyof Tools]: Tools[N]['made'] extends Maker ? N : never
}[keyof Tools]

const ROWS: ReadonlyMap<string, BuiltInTool> = new Map(Object.entries(BUILT_IN_TOOLS))

/** Null: no built-in tool has the name. */
export function builtInTool(name: string): BuiltInTool | null {
  return ROWS.get(name) ?? null
}

/** Returns the names of the tools that change so much. */
export function toolsThatChange(changes: BuiltInTool['changes']): readonly string[] {
  return [...ROWS].flatMap(([name, row]) => (row.changes === changes ? [name] : []))
}
