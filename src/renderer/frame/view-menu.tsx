import { Menu } from '@base-ui/react/menu'
import { Menu as MenuLines } from 'lucide-react'

import { toggleTree } from '../commands/view-commands.ts'
import { useStores } from '../hooks/app-context.ts'
import { useWindowView } from '../hooks/use-stores.ts'
import iconStyles from '../parts/icon-button.module.css'
import { MenuChoice } from '../parts/menu-choice.tsx'
import menuStyles from '../parts/menu.module.css'
import { formatCount } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'
import styles from './view-switch.module.css'
import type { OfferedView } from './window-views.tsx'

const { titleBar, views: words } = texts.frame

/** The tree and the views of the window behind one button. It takes their places in the title bar of a narrow window. */
export function ViewMenu({ views }: { readonly views: readonly OfferedView[] }) {
  const stores = useStores()
  const shown = useWindowView(({ view }) => view.type)
  return (
    <Menu.Root>
      <Menu.Trigger
        className={`${iconStyles.button} ${styles.menu}`}
        data-size="medium"
        aria-label={words.menu}
        title={words.menu}
      >
        <MenuLines aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" collisionPadding={8}>
          <Menu.Popup className={menuStyles.popup} aria-label={words.menu}>
            <Menu.Item className={menuStyles.item} onClick={() => toggleTree(stores)}>
              <span className={menuStyles.check} />
              {titleBar.showTree}
            </Menu.Item>
            <Menu.Separator className={menuStyles.separator} />
            <Menu.RadioGroup value={shown}>
              {views.map(({ label, view, count }) => (
                <MenuChoice key={view.type} value={view.type} onClick={() => stores.windowView.show(view)}>
                  {label}
                  {count === 0 ? null : <span className={menuStyles.note}>{formatCount(count)}</span>}
                </MenuChoice>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
