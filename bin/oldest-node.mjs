/** The oldest Node that runs what is built: the libraries in the bundle ask for it. */
export const OLDEST_NODE = 22
