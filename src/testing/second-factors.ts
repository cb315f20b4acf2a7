import { CONSOLE, type World, cookieOf } from './gateway-world.ts';

export const PASSWORD = 'correcto caballo grapa';

type Method = 'GET' | 'POST' | 'PUT';

/** A browser that stores cookies. */
export async function createSomeone(world: World) {
  let cookie = '';
  const ask = async (method: Method, path: string, payload?: object) => {
    const answer = await world.call(`/desk/${path}`, {
      method,
      headers: { ...CONSOLE, cookie },
      ...(payload && { payload }),
    });
    if (answer.headers['set-cookie']) cookie = cookieOf(answer);
    return answer;
  };
  const enter = async (password = world.password('seller')) =>
    ask('POST', 'session', { mail: world.mail('seller'), password });
  const first = (await enter()).json();
  return { ask, enter, first, cookie: () => cookie };
}
