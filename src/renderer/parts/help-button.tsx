import { CircleHelp } from 'lucide-react'
import { use } from 'react'

import { texts } from '../text/texts.ts'
import { DialogHelpContext, HelpContext } from './help-context.ts'
import { IconButton } from './icon-button.tsx'

/** The key of the command that opens the help about what is shown. */
const KEY = 'F1'

/** Opens the help about the dialog around it. Nothing where there is none. */
export function DialogHelp() {
  const show = use(HelpContext)
  const target = use(DialogHelpContext)
  if (show === null || target === null) return null
  return (
    <IconButton label={texts.help.title} shortcut={KEY} onClick={() => show(target)}>
      <CircleHelp />
    </IconButton>
  )
}
