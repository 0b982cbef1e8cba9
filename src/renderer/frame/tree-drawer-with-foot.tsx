import { useEffect } from 'react'

import { TreeDrawer } from '../tree/tree-drawer.tsx'
import { useStores } from '../hooks/app-context.ts'
import { StatusFoot } from './status-foot.tsx'

/** The tree over the panes of a narrow window, with its foot. Opening the usage page closes it. */
export function TreeDrawerWithFoot() {
  const { dialogs, usage } = useStores()
  useEffect(
    () =>
      usage.subscribe((now, before) => {
        if (now.opened !== before.opened) dialogs.setState({ dialog: { type: 'none' } })
      }),
    [dialogs, usage],
  )
  return <TreeDrawer foot={<StatusFoot />} />
}
