import type { InjectOptions, Response } from 'light-my-request';
import type { Problem } from '#contract/problem.ts';
import { CONSOLE, type World } from './gateway-world.ts';

/** A browser with its cookies. */
export interface CookieBrowser {
  cookies: Map<string, string>;
  call: (method: NonNullable<InjectOptions['method']>, path: string, payload?: object) => Promise<Response>;
}

export function createCookieBrowser(world: World): CookieBrowser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    call: async (method, path, payload) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await world.call(`/desk/${path}`, {
        method,
        headers: { ...CONSOLE, cookie },
        ...(payload && { payload }),
      });
      for (const { name, value } of answer.cookies)
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      return answer;
    },
  };
}

/** Status and type of a problem. */
export const getRefusal = (answer: Response): [number, string] => [
  answer.statusCode,
  answer.json<Problem>().Type,
];
