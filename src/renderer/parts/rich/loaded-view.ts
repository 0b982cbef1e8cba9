import { lazy, type ComponentType } from 'react'

/**
 * A view that is loaded with its first use, inside a `Suspense`. `instead` is shown if it cannot be loaded, for
 * instance because the server ended; it stays until the window is loaded again.
 */
export function loadedView<Props>(load: () => Promise<ComponentType<Props>>, instead: ComponentType<Props>) {
  return lazy(() =>
    load().then(
      (view) => ({ default: view }),
      () => ({ default: instead }),
    ),
  )
}
