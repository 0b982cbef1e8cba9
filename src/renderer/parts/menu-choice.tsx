import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import menuStyles from './menu.module.css'

interface MenuChoiceProps {
  readonly value: string
  onClick?(): void
  readonly children: ReactNode
}

/** A row of a menu in which one is chosen: it has a tick, and a click closes the menu. */
export function MenuChoice({ children, ...row }: MenuChoiceProps) {
  return (
    <Menu.RadioItem closeOnClick className={menuStyles.item} {...row}>
      <span className={menuStyles.check}>
        <Menu.RadioItemIndicator>
          <Check aria-hidden />
        </Menu.RadioItemIndicator>
      </span>
      {children}
    </Menu.RadioItem>
  )
}
