import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

export function useNavigationNotice<Notice>(): [Notice | undefined, () => void] {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [notice, setNotice] = useState((state ?? undefined) as Notice | undefined);
  useEffect(() => {
    if (state) void navigate({ pathname, search }, { replace: true, state: null });
  }, [state, pathname, search, navigate]);
  return [notice, () => setNotice(undefined)];
}
