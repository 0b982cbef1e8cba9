import { dialog, type MessageBoxOptions } from 'electron'
import { ok, type Result } from '../../../shared/result.ts'
import type { DataUpgrade } from '../../core/ports/upgrade-ports.ts'

/** Loads what upgrades the database, which is rarely needed. */
export type OpenUpgrade = () => Promise<DataUpgrade>

/** Quitting the app ends an upgrade after a few seconds. */
const STAY_OPEN =
  'A large database takes minutes. Keep ikigai open until it says that it is done. If it is closed earlier, the old database stays unchanged, and the upgrade can begin again.'

/** What `ikigai upgrade` does without options. */
const WISHES = { olderCopy: false, programs: null }

/**
 * Upgrades a database of an older PostgreSQL, after showing what will happen, where the copy is, and the way back.
 * `unneeded`: the database is not older. An error says why nothing was changed.
 */
export async function offerUpgrade(
  openUpgrade: OpenUpgrade,
  signal: AbortSignal,
): Promise<Result<'unneeded' | 'upgraded' | 'declined'>> {
  const upgrade = await openUpgrade()
  if (!(await upgrade.isNeeded())) return ok('unneeded')
  const planned = await upgrade.plan(WISHES)
  if (!planned.ok) return planned
  const plan = planned.value
  if (plan === null) return ok('unneeded')
  const isAccepted = await ask(signal, {
    type: 'question',
    message: 'Upgrade the database?',
    detail: `${plan.text}\n\n${STAY_OPEN}`,
    buttons: ['Upgrade', 'Quit'],
  })
  if (!isAccepted) return ok('declined')
  const done = await upgrade.run(plan, WISHES)
  if (!done.ok) return done
  await ask(signal, {
    type: 'info',
    message: 'The database was upgraded',
    detail: done.value.text,
    buttons: ['Continue'],
  })
  return ok('upgraded')
}

interface Question {
  readonly type: 'question' | 'info'
  readonly message: string
  readonly detail: string
  readonly buttons: [string, ...string[]]
}

/** Returns whether the first button was chosen. Enter and closing the dialog choose the last one, so that nothing begins by accident. */
async function ask(signal: AbortSignal, question: Question): Promise<boolean> {
  const last = question.buttons.length - 1
  const response = await answerTo(signal, {
    title: 'ikigai',
    defaultId: last,
    cancelId: last,
    noLink: true,
    ...question,
  })
  return response === 0
}

/**
 * Shows a message box that belongs to no window, and resolves to the index of the chosen button. Aborting the signal
 * closes it as if it was cancelled. macOS leaves such a box open: it then stays until the app ends, without effect.
 */
export async function answerTo(
  signal: AbortSignal,
  options: MessageBoxOptions & { readonly cancelId: number },
): Promise<number> {
  if (signal.aborted) return options.cancelId
  const aborted = new Promise<number>((resolve) => {
    signal.addEventListener('abort', () => resolve(options.cancelId), { once: true })
  })
  const answered = dialog.showMessageBox({ ...options, signal }).then(({ response }) => response)
  return Promise.race([answered, aborted])
}
