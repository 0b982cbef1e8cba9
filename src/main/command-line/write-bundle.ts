import { closeSync, existsSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'

// The build for Node declares a name that the bundle has, too.
import { Zip, ZipPassThrough } from 'fflate/browser'

import { fromBase64 } from '../../shared/base64.ts'
import { bundleLineSchema } from '../../shared/file-bundle.ts'
import { errorMessage, ok, refuse, type Result } from '../../shared/result.ts'
import { makeFolder } from '../make-folder.ts'

/** What takes the parts of files, in order. */
interface BundleTarget {
  begin(path: string): void
  add(bytes: Uint8Array): void
  end(): void
}

/**
 * Writes files to a new folder, or to a new zip file if the name ends so. REFUSED if there is something at that place. Returns
 * the paths of the files.
 */
export async function writeBundle(
  lines: AsyncIterable<Result<string>>,
  target: string,
): Promise<Result<readonly string[]>> {
  if (existsSync(target))
    return refuse(`There is something at ${target} already. Nothing was written; choose another name.`)
  try {
    const written: string[] = []
    let to: BundleTarget | null = null
    for await (const line of lines) {
      if (!line.ok) return line
      to ??= target.endsWith('.zip') ? zipFile(target) : folder(target)
      const part = bundleLineSchema.parse(JSON.parse(line.value))
      if (part.path !== written.at(-1)) {
        to.begin(part.path)
        written.push(part.path)
      }
      to.add('text' in part ? Buffer.from(part.text) : fromBase64(part.data))
    }
    to?.end()
    return ok(written)
  } catch (error) {
    return refuse(`${target} could not be written (${errorMessage(error)}).`)
  }
}

function folder(root: string): BundleTarget {
  let file: number | null = null
  const end = (): void => {
    if (file !== null) closeSync(file)
    file = null
  }
  return {
    begin(path) {
      end()
      makeFolder(dirname(join(root, path)))
      file = openSync(join(root, path), 'wx')
    },
    add: (bytes) => void (file === null || writeSync(file, bytes)),
    end,
  }
}

function zipFile(path: string): BundleTarget {
  const file = openSync(path, 'wx')
  let entry: ZipPassThrough | null = null
  const zip = new Zip((error, bytes, isLast) => {
    if (error !== null) throw error
    writeSync(file, bytes)
    if (isLast) closeSync(file)
  })
  const endEntry = (): void => entry?.push(new Uint8Array(), true)
  return {
    begin(name) {
      endEntry()
      entry = new ZipPassThrough(name)
      zip.add(entry)
    },
    add: (bytes) => entry?.push(bytes),
    end() {
      endEntry()
      zip.end()
    },
  }
}
