import { preferredLanguage } from './locales/preferred-language.ts';

// The catalogs may not be loaded yet.
const TEXTS = {
  es: {
    slow: 'Vitrina tarda más de lo normal en cargar; seguimos esperando.',
    failed: 'No se pudo cargar Vitrina. Revisá tu conexión y reintentá.',
    retry: 'Reintentar',
  },
  en: {
    slow: 'Vitrina is taking longer than usual to load; still waiting.',
    failed: 'Vitrina could not be loaded. Check your connection and try again.',
    retry: 'Try again',
  },
};

export function showStartNotice(state: 'slow' | 'failed'): void {
  const frame = document.querySelector('.frame');
  const shown = document.querySelector('.frame-notice');
  if (!frame || (shown && state === 'slow')) return;
  const language = preferredLanguage();
  const text = TEXTS[language];
  const notice = document.createElement('div');
  notice.className = 'frame-notice surface';
  notice.lang = language;
  notice.role = state === 'failed' ? 'alert' : 'status';
  notice.append(text[state]);
  if (state === 'failed') {
    const button = document.createElement('button');
    button.className = 'button strong';
    button.textContent = text.retry;
    button.addEventListener('click', () => location.reload());
    notice.append(button);
  }
  shown?.remove();
  frame.after(notice);
}
