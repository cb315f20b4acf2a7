import { useState } from 'react';
import { fold } from '#contract/search.ts';

const MAX_WITHOUT_SEARCH = 8;

export function useListSearch<Item>(items: readonly Item[], toText: (item: Item) => string) {
  const [query, setQuery] = useState('');
  return {
    query,
    setQuery,
    isSearchable: items.length > MAX_WITHOUT_SEARCH,
    matches: items.filter((item) => fold(toText(item)).includes(fold(query.trim()))),
  };
}
