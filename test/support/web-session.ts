/** Opens the printed address as a browser would, and answers the cookie that it got. */
export async function openWebSession(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (cookie === undefined) throw new Error(`No session at ${url}: ${response.status}`)
  return cookie
}
