import type { Page } from '@playwright/test'

/** A smaller part of a control than this share is not enough to see and to hit it. */
const LEAST_SHARE = 0.5
/** What scrolls shows at least so much of it, px. */
const LEAST_SIZE = 24

/** The wide window at a zoom of 400 %, and the narrowest one that has to work. */
const LOW = { width: 360, height: 225 }
const NARROW = { width: 320, height: 568 }

/**
 * Returns what is lost where there is least room, as `WIDTH: what`: a page that is wider than its window, and controls that
 * cannot be brought into view. `part`: a selector. The page keeps a small window.
 */
export async function lostInSmallWindows(page: Page, part: string): Promise<readonly string[]> {
  const lost: string[] = []
  for (const size of [LOW, NARROW]) {
    await page.setViewportSize(size)
    const excess = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      const { scrollWidth, clientWidth } = document.documentElement
      return Math.max(0, scrollWidth - clientWidth)
    })
    if (excess > 0) lost.push(`${size.width}: ${excess} px`)
    for (const control of await unreachableControls(page, part)) lost.push(`${size.width}: ${control}`)
  }
  return lost
}

/**
 * Returns the names of controls that a user cannot bring into view: they lie outside the window, or in a part that is cut
 * off and does not scroll. `within`: a selector. The page scrolls while this looks.
 */
function unreachableControls(page: Page, within: string): Promise<readonly string[]> {
  return page.evaluate(
    ({ within: selector, least, leastSize }) => {
      const CONTROLS =
        'a[href], button, input, select, textarea, summary, [role="tab"], [role="option"], [role="menuitem"]'
      const isShown = (element: Element): boolean =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        element.closest('[inert], [aria-hidden="true"]') === null
      /** Of what a user sees of it; a screen reader's text and a drawn control's own input have no size. */
      const sizeOf = ({ width, height }: DOMRect): number => Math.max(0, width) * Math.max(0, height)

      function seenShare(element: HTMLElement): number {
        const box = element.getBoundingClientRect()
        let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom]
        // What is larger than the window, or than what scrolls it, is seen part by part.
        let [width, height] = [Math.min(box.width, innerWidth), Math.min(box.height, innerHeight)]
        const cut = (by: { left: number; top: number; right: number; bottom: number }): void => {
          left = Math.max(left, by.left)
          top = Math.max(top, by.top)
          right = Math.min(right, by.right)
          bottom = Math.min(bottom, by.bottom)
        }
        // What the body cuts off is the window's to scroll.
        for (
          let above = element.parentElement;
          above !== document.body && above !== null;
          above = above.parentElement
        ) {
          const { overflowX, overflowY, position } = getComputedStyle(above)
          if (overflowX !== 'visible' || overflowY !== 'visible') cut(above.getBoundingClientRect())
          if (/auto|scroll/.test(overflowX)) width = Math.min(width, Math.max(leastSize, above.clientWidth))
          if (/auto|scroll/.test(overflowY)) height = Math.min(height, Math.max(leastSize, above.clientHeight))
          if (position === 'fixed') break
        }
        cut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })
        return sizeOf(new DOMRect(left, top, right - left, bottom - top)) / (width * height)
      }

      /** Whether something was scrolled that a user cannot scroll. */
      function scrollsHidden(element: HTMLElement): boolean {
        const hidden: (readonly [Element, number, number])[] = []
        for (let above = element.parentElement; above !== null; above = above.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(above)
          if (overflowX === 'hidden' || overflowY === 'hidden') hidden.push([above, above.scrollLeft, above.scrollTop])
        }
        element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        const moved = hidden.filter(([each, left, top]) => {
          const { overflowX, overflowY } = getComputedStyle(each)
          const isMoved =
            (overflowX === 'hidden' && Math.abs(each.scrollLeft - left) > 1) ||
            (overflowY === 'hidden' && Math.abs(each.scrollTop - top) > 1)
          if (isMoved) each.scrollTo(left, top)
          return isMoved
        })
        return moved.length > 0
      }

      const controls = [...document.querySelectorAll<HTMLElement>(selector)].flatMap((root) => [
        ...root.querySelectorAll<HTMLElement>(CONTROLS),
      ])
      return controls
        .filter((each) => isShown(each) && sizeOf(each.getBoundingClientRect()) > 16)
        .filter((each) => scrollsHidden(each) || seenShare(each) < least)
        .map((each) => each.getAttribute('aria-label') ?? (each.textContent || each.outerHTML).slice(0, 80))
    },
    { within, least: LEAST_SHARE, leastSize: LEAST_SIZE },
  )
}
