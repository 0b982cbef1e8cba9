import { dialog } from 'electron'

import { refuse } from '../../../shared/result.ts'
import { type Confirmation, noCodes } from '../confirmation.ts'

/** Longest text of the dialog, characters; longer ones do not fit on every screen. */
const MAX_LENGTH = 1_500

/**
 * Asks in a system dialog, which no page can operate. Only for operations that are confirmed one by one: only the app's
 * own window has a port, and requests of agents were decided there.
 */
export const dialogConfirmation: Confirmation = {
  async check({ description, isAlone }) {
    if (!isAlone) return 'granted'
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      title: 'ikigai',
      message: 'Do you want to continue?',
      detail: `ikigai is about to ${description.length > MAX_LENGTH ? `${description.slice(0, MAX_LENGTH)} …` : description}.`,
      buttons: ['Continue', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    })
    return response === 0 ? 'granted' : 'refused'
  },
  give: () => refuse('No code is needed here.'),
  codes: noCodes,
}
