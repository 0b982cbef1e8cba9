import { dialog } from 'electron'

import { ok, type Result } from '../../../shared/result.ts'
import type { DataUpgrade } from '../../core/ports/upgrade-ports.ts'

/** Loads what upgrades the database, which is rarely needed. */
export type OpenUpgrade = () => Promise<DataUpgrade>

/** Quitting ends it after a few seconds, because nothing else may hold up the end of the app. */
const STAY_OPEN =
  'A large database takes minutes. Keep ikigai open until it says that it is done; if it ends before, the old database is unchanged and it can begin again.'

/** What `ikigai upgrade` does without options. */
const WISHES = { olderCopy: false, programs: null }

/**
 * Upgrades a database of an older PostgreSQL, after it was shown what will happen, where the copy is, and the way back.
 * `unneeded`: the database is none. An error says why nothing was changed.
 */
export async function offerUpgrade(openUpgrade: OpenUpgrade): Promise<Result<'unneeded' | 'upgraded' | 'declined'>> {
  const upgrade = await openUpgrade()
  if (!(await upgrade.isNeeded())) return ok('unneeded')
  const planned = await upgrade.plan(WISHES)
  if (!planned.ok) return planned
  const plan = planned.value
  if (plan === null) return ok('unneeded')
  const isAccepted = await ask({
    type: 'question',
    message: 'Upgrade the database?',
    detail: `${plan.text}\n\n${STAY_OPEN}`,
    buttons: ['Upgrade', 'Quit'],
  })
  if (!isAccepted) return ok('declined')
  const done = await upgrade.run(plan, WISHES)
  if (!done.ok) return done
  await ask({ type: 'info', message: 'The database was upgraded', detail: done.value.text, buttons: ['Continue'] })
  return ok('upgraded')
}

interface Question {
  readonly type: 'question' | 'info'
  readonly message: string
  readonly detail: string
  readonly buttons: [string, ...string[]]
}

/** Whether the first button was chosen. Closing the dialog is the last one, and so is Enter: nothing begins by accident. */
async function ask(question: Question): Promise<boolean> {
  const last = question.buttons.length - 1
  const { response } = await dialog.showMessageBox({
    title: 'ikigai',
    defaultId: last,
    cancelId: last,
    noLink: true,
    ...question,
  })
  return response === 0
}
