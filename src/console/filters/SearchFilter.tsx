import { useNavigate, useSearchParams } from 'react-router';
import css from './filters.module.css';
import { changedSearch } from './search.ts';

/** The text `q`: looked for as it is typed, without a step back for each letter. */
export function SearchFilter({ label }: { label: string }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <label className={`field ${css.wide}`}>
      {label}
      <input
        type="search"
        value={search.get('q') ?? ''}
        onChange={({ target }) =>
          void navigate({ search: changedSearch(search, { q: target.value }) }, { replace: true })
        }
      />
    </label>
  );
}
