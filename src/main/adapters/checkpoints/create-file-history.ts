import { createCommits } from './create-commits.ts'
import { createWorktrees } from './create-worktrees.ts'
import { type CheckpointOptions, FolderStores } from './folder-stores.ts'
import { createMerge } from './merge-texts.ts'
import { createRevisions } from './read-revisions.ts'
import { createCodeHosts } from './code-hosts.ts'
import { createPushing } from './push-commits.ts'
import { textChanges } from './text-changes.ts'
import { resolve } from 'node:path'
import type { Checkpoints } from '../../core/ports/checkpoint-ports.ts'
import { ok, refuse } from '../../../shared/result.ts'
import { currentFiles, replaceFiles } from './replace-files.ts'
import { isStoredId } from './safe-path.ts'

/** Creates what records, undoes, merges and commits changes to files. */
export function createFileHistory(
  options: CheckpointOptions & { readonly publishingEnvironment: CheckpointOptions['environment'] },
) {
  const { dataDirectory, publishingEnvironment } = options
  const stores = new FolderStores(options)
  return {
    checkpoints: createCheckpoints(stores),
    worktrees: createWorktrees({ ...options, stores }),
    textChanges,
    mergeTexts: createMerge(options.environment),
    commits: createCommits(options.environment),
    pushing: createPushing(dataDirectory, publishingEnvironment),
    codeHosts: createCodeHosts(dataDirectory, publishingEnvironment),
    revisions: createRevisions(options.environment),
  }
}

const NOT_STORED = 'The contents of these files are not stored here.'

/** Creates the store of the states of folders: git objects, or copies where git cannot be used. */
export function createCheckpoints(stores: FolderStores): Checkpoints {
  return {
    save: (request) => stores.save(request),
    difference: async (place, before, after) =>
      isStoredId(before) && isStoredId(after) ? stores.difference(place, before, after) : refuse(NOT_STORED),
    read: async (place, versions) =>
      versions.every(({ hash }) => isStoredId(hash)) ? stores.read(place, versions) : refuse(NOT_STORED),
    hidden: async ({ folder }, paths) => ok(paths.filter((path) => stores.isHidden(resolve(folder, path)))),
    current: ({ folder }, paths) => currentFiles(folder, paths),
    replace: ({ folder }, files) => replaceFiles(folder, files, stores.lockFolder),
    close: () => stores.close(),
  }
}
