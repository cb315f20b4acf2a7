export function saveCsv(name: string, text: string): void {
  saveFile(`${name}.csv`, new Blob(['\uFEFF', text], { type: 'text/csv' }));
}

export function saveJson(name: string, value: unknown): void {
  saveFile(`${name}.json`, new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
}

function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
