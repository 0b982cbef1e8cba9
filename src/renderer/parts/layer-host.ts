import { createContext } from 'react'

/** What the modal layers share: what is behind them, and where the focus goes when they close. */
export interface LayerHost {
  /** Makes everything behind the layers inert, until the returned function is called for each open layer. */
  open(): () => void
  /**
   * Returns the element that receives the focus when a layer closes. `inLayer`: the element of another layer from which
   * it was opened; null: it was opened from the window itself. `false`: the focus stays where it is.
   */
  returnFocus(inLayer: HTMLElement | null): HTMLElement | boolean
}

/** For layers without a window around them. */
const NO_HOST: LayerHost = { open: () => () => undefined, returnFocus: () => true }

export const LayerHostContext = createContext<LayerHost>(NO_HOST)
