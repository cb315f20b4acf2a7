import { useSyncExternalStore } from 'react';

export interface Store<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const pageStores: { reset: () => void }[] = [];

export function createPageStore<Value>(initial: Value): Store<Value> {
  const store = createStore(initial);
  pageStores.push({ reset: () => store.set(initial) });
  return store;
}

export function resetPageStores(): void {
  for (const { reset } of pageStores) reset();
}

export function useStore<Value>({ get, subscribe }: Store<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}
