let own: string | undefined

/** The title of a page that knows it better than its route; undefined if the route's title is shown. */
export const ownTitle = (): string | undefined => own

/** Shows a title until the returned function is called, which leaves the title to the route again. */
export function showOwnTitle(title: string): () => void {
  own = title
  document.title = title
  return () => {
    own = undefined
  }
}
