import type { Scheme } from './show.tsx'

/**
 * Fixes the color scheme of this page. The frames of the gallery share the browser's storage, so each would otherwise
 * take over the scheme that the last one stored.
 */
export function keepScheme(scheme: Scheme): void {
  const { getItem } = Storage.prototype
  Storage.prototype.getItem = function (name) {
    return name === 'simwright.scheme' ? scheme : getItem.call(this, name)
  }
  window.addEventListener('storage', (event) => event.stopImmediatePropagation())
}
