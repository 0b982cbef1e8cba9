import type { Sql } from 'postgres'
import { afterAll, beforeAll, vi } from 'vitest'

import type { Storage } from '../../../../src/main/core/ports/storage-ports.ts'
import { closeAll } from '../../../support/close-all.ts'
import { DATABASE_TIMEOUT_MS, open, plainClient, temporaryDirectory } from './test-storage.ts'

/** A database for the tests of one file; it is there once the first of them has begun. */
export interface SharedStorage {
  readonly directory: string
  readonly storage: Storage
  /** Of a further engine on the same database. */
  readonly other: Storage
  /** A plain client, to look past the adapter. */
  readonly client: Sql
}

interface SharedStorageOptions {
  /** How many engines open the database: 2 for `other`. */
  readonly engines?: 1 | 2
  /** Connections of the plain client. */
  readonly connections?: number
}

/** Opens a database of its own before the tests of a file, and removes it after them. */
export function storageForTests({ engines = 1, connections = 1 }: SharedStorageOptions = {}): SharedStorage {
  vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS, hookTimeout: DATABASE_TIMEOUT_MS })
  const directory = temporaryDirectory()
  const opened: Storage[] = []
  let client: Sql | null = null
  beforeAll(async () => {
    while (opened.length < engines) opened.push(await open(directory))
  })
  afterAll(() => closeAll(client, ...opened.toReversed(), directory))
  const openedAt = (index: number): Storage => {
    const storage = opened[index]
    if (storage === undefined)
      throw new Error('The database is opened before the first test, for as many engines as are asked for')
    return storage
  }
  return {
    directory,
    get storage() {
      return openedAt(0)
    },
    get other() {
      return openedAt(1)
    },
    get client() {
      client ??= plainClient(directory, 'postgres', connections)
      return client
    },
  }
}
