/** Settings › Addresses and proxy. */
export const connections = {
  defaultAddress: 'Default address',
  proxy: 'Proxy',
  forAll: 'For all providers',
  hints: {
    none: 'No proxy in use. Requests to this computer bypass the proxy.',
    own: 'In use. Overrides HTTPS_PROXY in the environment. Requests to this computer bypass the proxy.',
    environment: ({ proxy }: { proxy: string }) =>
      `In use: ${proxy}, from HTTPS_PROXY in the environment. Requests to this computer bypass the proxy.`,
  },
}
