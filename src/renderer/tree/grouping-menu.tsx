import { Menu } from '@base-ui/react/menu'
import { Check, Rows3 } from 'lucide-react'

import { useStores } from '../hooks/app-context.ts'
import { useLayout } from '../hooks/use-stores.ts'
import iconStyles from '../parts/icon-button.module.css'
import menuStyles from '../parts/menu.module.css'
import { GROUPINGS } from '../store/layout.ts'
import { texts } from '../text/texts.ts'

const words = texts.tree

/** The button that chooses what the agents are grouped by. */
export function GroupingMenu() {
  const { layout } = useStores()
  const grouping = useLayout((state) => state.grouping)
  return (
    <Menu.Root>
      <Menu.Trigger className={iconStyles.button} aria-label={words.groupBy} title={words.groupBy}>
        <Rows3 aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" collisionPadding={12}>
          <Menu.Popup className={menuStyles.popup} aria-label={words.groupBy}>
            <Menu.RadioGroup
              value={grouping}
              onValueChange={(value) => {
                const by = GROUPINGS.find((each) => each === value)
                if (by !== undefined) layout.dispatch({ type: 'group', by })
              }}
            >
              {GROUPINGS.map((each) => (
                <Menu.RadioItem key={each} value={each} closeOnClick className={menuStyles.item}>
                  <span className={menuStyles.check}>
                    <Menu.RadioItemIndicator>
                      <Check aria-hidden />
                    </Menu.RadioItemIndicator>
                  </span>
                  {words.groupings[each]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
