import { useStore, type StoreApi } from 'zustand'

import type { AppStores } from '../app/app-stores.ts'
import { useStores } from './app-context.ts'

/** The part of a store that `useStore` requires. */
type ReadableStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>

/** Returns a hook that selects a part of one store; the component renders again only when that part changes. */
function hookOf<State>(storeIn: (stores: AppStores) => ReadableStore<State>) {
  return function useSelected<Part>(select: (state: State) => Part): Part {
    return useStore(storeIn(useStores()), select)
  }
}

export const useApprovals = hookOf((stores) => stores.approvals)
export const useArtifacts = hookOf((stores) => stores.artifacts)
export const useAskedModelState = hookOf((stores) => stores.askedModels)
export const useAttachments = hookOf((stores) => stores.attachments)
export const useBudgets = hookOf((stores) => stores.budgets)
export const useComparisons = hookOf((stores) => stores.comparisons)
export const useConfig = hookOf((stores) => stores.configuration)
export const useConnection = hookOf((stores) => stores.connection)
export const useCredentials = hookOf((stores) => stores.credentials)
export const useDialogs = hookOf((stores) => stores.dialogs)
export const useDismissals = hookOf((stores) => stores.dismissals)
export const useUnread = hookOf((stores) => stores.unread)
export const useDrafts = hookOf((stores) => stores.drafts)
export const useFavourites = hookOf((stores) => stores.favourites)
export const useFindState = hookOf((stores) => stores.find)
export const useFolders = hookOf((stores) => stores.folders)
export const useHelp = hookOf((stores) => stores.help)
export const useInspector = hookOf((stores) => stores.inspector)
export const useLayout = hookOf((stores) => stores.layout)
export const useLimitReturns = hookOf((stores) => stores.limitReturns)
export const useMap = hookOf((stores) => stores.map)
export const useMarks = hookOf((stores) => stores.marks)
export const useModels = hookOf((stores) => stores.models)
export const useNotices = hookOf((stores) => stores.notices)
export const useOpenPorts = hookOf((stores) => stores.openPorts)
export const usePreferences = hookOf((stores) => stores.preferences)
export const useRecentCommands = hookOf((stores) => stores.recentCommands)
export const useReviewState = hookOf((stores) => stores.reviews)
export const useSavedLayouts = hookOf((stores) => stores.savedLayouts)
export const usePrices = hookOf((stores) => stores.prices)
export const useToasts = hookOf((stores) => stores.toasts)
export const useTour = hookOf((stores) => stores.tour)
export const useTree = hookOf((stores) => stores.tree)
export const useUsage = hookOf((stores) => stores.usage)
export const useUsagePage = hookOf((stores) => stores.usagePage)
export const useVersionState = hookOf((stores) => stores.versions)
export const useViews = hookOf((stores) => stores.views)
export const useWindowView = hookOf((stores) => stores.windowView)
