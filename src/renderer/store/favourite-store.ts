import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

const favouritesSchema = z.object({ models: z.array(z.string()) })

/** The models that the user starred, by `modelKey`, in the order in which they were starred. */
export type Favourites = Readonly<z.infer<typeof favouritesSchema>>

export type FavouriteStore = StoreApi<Favourites>

export function createFavouriteStore(): FavouriteStore {
  return createStore(() => ({ models: [] }))
}

export function parseFavourites(value: unknown): Favourites | null {
  const parsed = favouritesSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** Stars or unstars a model. */
export function toggleFavourite({ models }: Favourites, key: string): Favourites {
  return { models: models.includes(key) ? models.filter((each) => each !== key) : [...models, key] }
}
