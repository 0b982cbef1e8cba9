import type { Checkpoints } from '../../core/ports/checkpoint-ports.ts'
import { refuse } from '../../../shared/result.ts'
import type { FolderStores } from './folder-stores.ts'
import { currentFiles, replaceFiles } from './replace-files.ts'
import { isStoredId } from './safe-path.ts'

const NOT_STORED = 'The contents of these files are not stored here.'

/** Creates the store of the states of folders: git objects, or copies where git cannot be used. */
export function createCheckpoints(stores: FolderStores): Checkpoints {
  return {
    save: (request) => stores.save(request),
    difference: async (place, before, after) => {
      if (!isStoredId(before) || !isStoredId(after)) return refuse(NOT_STORED)
      const store = await stores.storeOf(place)
      return store.ok ? store.value.difference(before, after) : store
    },
    read: async (place, versions) => {
      if (!versions.every(({ hash }) => isStoredId(hash))) return refuse(NOT_STORED)
      const store = await stores.storeOf(place)
      return store.ok ? store.value.read(versions) : store
    },
    current: ({ folder }, paths) => currentFiles(folder, paths),
    replace: ({ folder }, files) => replaceFiles(folder, files),
    close: () => stores.close(),
  }
}
