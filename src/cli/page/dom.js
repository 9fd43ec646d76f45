// Making elements: attributes by name, functions as listeners (`onclick`), then the children.

function withAttributes(element, attributes, children) {
  for (const [key, of] of Object.entries(attributes)) {
    if (typeof of === 'function') element.addEventListener(key.slice(2), of);
    else if (of !== null) element.setAttribute(key, of);
  }
  element.append(...children);
  return element;
}

const svg = (tag, attributes = {}, ...children) => withAttributes(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
const html = (tag, attributes = {}, ...children) => withAttributes(document.createElement(tag), attributes, children);
const byId = (id) => document.getElementById(id);
