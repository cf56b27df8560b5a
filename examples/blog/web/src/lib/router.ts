// The routes are those of config/routes.rb: a page is told by the function that
// `routes gen ts` wrote for its path.
import { useSyncExternalStore } from 'react'

type Helper = (...parts: string[]) => string

function subscribe(changed: () => void): () => void {
  window.addEventListener('popstate', changed)
  return () => { window.removeEventListener('popstate', changed) }
}

/** The path of the page, as the server reads it: /posts/7/ and /posts/7.html are /posts/7. */
export function usePathname(): string {
  return useSyncExternalStore(subscribe, () => `/${window.location.pathname.split('/').filter(Boolean).join('/')}`.replace(/\.html$/, ''))
}

/** Goes to another page, without asking the server for it. */
export function navigate(to: string): void {
  window.history.pushState(null, '', to)
  window.dispatchEvent(new PopStateEvent('popstate'))
  window.scrollTo(0, 0)
}

/**
 * Returns the parts with which a helper makes the path, or null if there are none:
 * match(postPath, '/posts/7') is ['7'], and match(postPath, '/posts/x') is null,
 * since config/routes.rb wants digits.
 */
export function match(helper: (...args: never[]) => string, pathname: string): string[] | null {
  for (const parts of choices(pathname.split('/').filter(Boolean), helper.length)) {
    try {
      const decoded = parts.map(decodeURIComponent)
      if ((helper as Helper)(...decoded) === pathname) return decoded
    } catch {
      // The parts do not meet a requirement of the route, or are not well-formed.
    }
  }
  return null
}

/** choices returns the ways to take n of a list, in its order. */
function choices(list: string[], n: number): string[][] {
  if (n === 0) return [[]]
  return list.flatMap((first, i) => choices(list.slice(i + 1), n - 1).map((rest) => [first, ...rest]))
}
