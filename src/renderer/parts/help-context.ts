import { createContext } from 'react'

import type { HelpTarget } from '../../shared/help-pages.ts'

/** Opens a section of the help. Null: this window has none. */
export const HelpContext = createContext<((target: HelpTarget) => void) | null>(null)

/** The section about the dialog around it. Null: it has none. */
export const DialogHelpContext = createContext<HelpTarget | null>(null)

/** What a link inside of a text does in place of what links of answers do; null: it is an ordinary link. */
export type FollowLink = (href: string) => (() => void) | null
export const FollowLinkContext = createContext<FollowLink | null>(null)
