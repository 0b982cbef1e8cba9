import { cleanPicture } from '../../../shared/picture-metadata.ts'

/** Names of pictures that lose their metadata. */
const PICTURE = /\.(jpe?g|png|webp|gif)$/i

/**
 * Returns the pieces of a file for its storage: a picture is read as a whole and loses its metadata, such as the place.
 * Files above `limit` bytes, which are refused anyway, and all others are passed on as they are.
 */
export async function* cleanPieces(
  name: string,
  pieces: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array> {
  if (!PICTURE.test(name)) {
    yield* pieces
    return
  }
  const read: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    read.push(piece)
    size += piece.length
    if (size > limit) {
      yield* read
      return
    }
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of read) {
    whole.set(piece, at)
    at += piece.length
  }
  yield cleanPicture(whole)
}
