import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import popoverStyles from '../parts/popover.module.css'
import styles from './picker-popup.module.css'

interface PickerPopupProps {
  readonly label: string
  /**
   * The agent from whose prompt box it was opened. It stands above that box, as wide, so that it never covers what was
   * written, and the box gets the focus back. Missing: it stands at what opened it.
   */
  readonly promptOf?: AgentId
  readonly children: ReactNode
}

/** The layer of a picker, inside a `Popover.Root`. */
export function PickerPopup({ label, promptOf, children }: PickerPopupProps) {
  const box = () => (promptOf === undefined ? null : (promptElement(promptOf)?.parentElement ?? null))
  return (
    <Popover.Portal>
      <Popover.Positioner
        {...(promptOf !== undefined && { anchor: box, side: 'top', collisionAvoidance: { side: 'none' } })}
        sideOffset={8}
        align="start"
        collisionPadding={8}
      >
        <Popover.Popup
          className={`${popoverStyles.popup} ${styles.popup}`}
          data-above={promptOf !== undefined}
          aria-label={label}
          finalFocus={promptOf === undefined ? undefined : () => promptElement(promptOf)}
        >
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  )
}
