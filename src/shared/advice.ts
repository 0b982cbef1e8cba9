/** Where the user reads a message. The package of the desktop app contains no command line (electron-builder.config.ts). */
export const SURFACES = ['app', 'command_line'] as const
export type Surface = (typeof SURFACES)[number]

type AdviceRow = Readonly<Record<Surface, string>>

/** For what the window cannot do. */
const NOT_IN_APP = 'the command line, which runs from the source of ikigai and not from the installed app'

/** What messages advise, as it is done on each surface. */
const ADVICE = {
  name_damage: {
    command_line: '`ikigai health` names what is damaged and what can be done.',
    app: 'Settings, Database, names what is damaged and what can be done.',
  },
  restore_elsewhere: {
    command_line: 'otherwise restore the last backup into a new data directory (`ikigai restore`).',
    app: `otherwise the last backup is restored with ${NOT_IN_APP} (docs/backup.md).`,
  },
  restore: {
    command_line:
      'away and run `ikigai restore FOLDER`; scheduled backups are beside the data directory, unless you chose another folder.',
    app: `away; a backup is restored with ${NOT_IN_APP} (docs/backup.md). Scheduled backups are beside the data directory, unless you chose another folder.`,
  },
  name_damaged_files: {
    command_line: '`ikigai restore --check FOLDER` names them.',
    app: `They are named by ${NOT_IN_APP}.`,
  },
  upgrade: {
    command_line: 'Run `ikigai upgrade`: it shows what will happen and the way back, and asks before it begins.',
    app: 'Start ikigai again: it shows what will happen and the way back, and asks before it begins.',
  },
  upgrade_again: {
    command_line: 'run `ikigai upgrade` with this one.',
    app: 'start this one again.',
  },
  upgrade_with_programs: {
    command_line: 'run `ikigai upgrade` again; `--programs FOLDER` names their folder.',
    app: 'start ikigai again.',
  },
  upgrade_older_copy: {
    command_line: '`ikigai upgrade --older-copy` leaves out what the copy lacks. The old folder is kept.',
    app: `An upgrade that leaves out what the copy lacks, and keeps the old folder, is made with ${NOT_IN_APP}.`,
  },
  move_former_log: {
    command_line:
      'To take its log over, run `ikigai export > log.jsonl` with the version that made it, and `ikigai import log.jsonl` with this one, in a new data directory (set IKIGAI_DATA_DIR) or an empty database.',
    app: 'To take its log over, export its agents for import with the version that made it. Then start this one with a new data directory (set IKIGAI_DATA_DIR) or an empty database, and import the files.',
  },
  move_former_backup: {
    command_line:
      'To take its log over, run `ikigai restore FOLDER` and `ikigai export > log.jsonl` with the version that made it, in a new data directory (set IKIGAI_DATA_DIR), and `ikigai import log.jsonl` with this one.',
    app: 'To take its log over, restore it with the version that made it, and export its agents for import. Then import the files with this one.',
  },
  forget_worktree_setup: {
    command_line:
      'Correct it, or take its confirmation back with `ikigai worktree setup --forget`; worktrees are removed without it then.',
    app: `Correct it, or choose “Do not use” in “Working folder…” of an agent of the project; worktrees are removed without it then.`,
  },
  confirm_worktree_setup: {
    command_line: '`ikigai worktree setup` shows it, and with --confirm and its id worktrees are made ready with it.',
    app: `It is shown and confirmed with ${NOT_IN_APP} (docs/behaviour/changes.md).`,
  },
  import_in_parts: {
    command_line: 'Import a part, or use `ikigai import PATH`, which reads files where they are.',
    app: `Import a part. More is imported with ${NOT_IN_APP}.`,
  },
  discard_worktree: {
    command_line: '`ikigai worktree --remove --discard` removes the worktree all the same.',
    app: 'To remove it all the same, choose “Discard changes and remove worktree” in the changes of its agent.',
  },
  name_prompt: {
    command_line: 'Give the id of a prompt, as `ikigai log` prints it.',
    app: 'Choose one of its prompts in its history.',
  },
  sign_anew: {
    command_line:
      'If you restored a backup, began a new log or lost the key, `ikigai verify --sign-anew` begins anew and says so in the signed head.',
    app: `If you restored a backup, began a new log or lost the key, signing begins anew with ${NOT_IN_APP} (docs/verifying.md).`,
  },
  unlock_or_sign_anew: {
    command_line: 'Unlock it, or begin anew with `ikigai verify --sign-anew`.',
    app: `Unlock it; signing begins anew with ${NOT_IN_APP} (docs/verifying.md).`,
  },
  sign_in_again: {
    command_line: 'The user can sign in again in the settings, or with `ikigai mcp login`.',
    app: 'The user can sign in again in Settings, MCP servers.',
  },
  name_tool_servers: {
    command_line: '`ikigai mcp list` and Settings, MCP servers, show the names.',
    app: 'Settings, MCP servers, shows the names.',
  },
} as const satisfies Readonly<Record<string, AdviceRow>>

export type AdviceId = keyof typeof ADVICE

export const ADVICE_IDS: readonly AdviceId[] = Object.keys(ADVICE).filter(isAdviceId)

function isAdviceId(id: string): id is AdviceId {
  return Object.hasOwn(ADVICE, id)
}

let shownOn: Surface = 'command_line'

/** Chooses the surface of this process, or of this thread; the host does so once, before anything can fail. */
export function adviseOn(surface: Surface): void {
  shownOn = surface
}

/** Returns the surface whose advice is given. */
export function advisedSurface(): Surface {
  return shownOn
}

/** Returns what the user can do, as a sentence or its end. */
export function advice(id: AdviceId, surface: Surface = shownOn): string {
  return ADVICE[id][surface]
}
