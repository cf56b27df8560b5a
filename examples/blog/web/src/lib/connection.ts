// Whether live updates arrive, as the lamp above the comments shows.
import type { SseOptions } from '@signalbox/web/apollo'
import { useSyncExternalStore } from 'react'

let live = true
const listeners = new Set<() => void>()

function set(value: boolean): void {
  live = value
  listeners.forEach((changed) => { changed() })
}

/** Keeps track of the streams of SignalboxProvider. */
export const connection: SseOptions = {
  onDisconnect: () => { set(false) },
  onConnect: () => { set(true) },
}

/** Reports whether live updates arrive. */
export function useLive(): boolean {
  return useSyncExternalStore((changed) => {
    listeners.add(changed)
    return () => { listeners.delete(changed) }
  }, () => live)
}
