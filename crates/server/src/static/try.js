"use strict";
const element = (name, text, parent) => {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  if (parent) parent.append(made);
  return made;
};
const example = (schema, all, depth = 0) => {
  if (!schema || depth > 6) return null;
  if (schema.$ref) return example(all[schema.$ref.split("/").pop()], all, depth + 1);
  if (schema.example !== undefined) return schema.example;
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(part => example(part, all, depth + 1)));
  if (schema.oneOf) return example(schema.oneOf.find(part => part.type !== "null"), all, depth + 1);
  if (schema.enum) return schema.enum[0];
  const type = [schema.type].flat().find(type => type !== "null");
  if (type === "object") {
    const made = {};
    for (const name of schema.required || []) made[name] = example((schema.properties || {})[name], all, depth + 1);
    return made;
  }
  return { array: [], string: "", integer: 0, number: 0, boolean: false }[type] ?? null;
};
const show = (routes, api, method, path, operation) => {
  const box = element("details", "", routes);
  const head = element("summary", "", box);
  element("b", method.toUpperCase(), head);
  head.append(path + " · " + (operation.summary || ""));
  if (operation.description) element("p", operation.description, box);
  const fields = (operation.parameters || []).map(parameter => {
    const label = element("label", parameter.name + (parameter.description ? ": " + parameter.description : ""), box);
    return [parameter, element("input", "", label)];
  });
  const content = operation.requestBody && operation.requestBody.content["application/json"];
  const body = content && element("textarea", "", box);
  if (body) body.value = JSON.stringify(example(content.schema, api.components.schemas), null, 2);
  const send = element("button", "Send", box);
  const answer = element("pre", "", box);
  answer.hidden = true;
  send.addEventListener("click", async () => {
    let address = path;
    const query = new URLSearchParams();
    for (const [parameter, field] of fields) {
      if (parameter.in === "path") address = address.replace("{" + parameter.name + "}", encodeURIComponent(field.value));
      else if (field.value) query.set(parameter.name, field.value);
    }
    if (String(query)) address += "?" + query;
    answer.hidden = false;
    answer.textContent = method.toUpperCase() + " " + address + "\n\n";
    if (path.endsWith("/events")) {
      const stream = new EventSource(address);
      stream.onmessage = event => { answer.textContent += event.data + "\n\n"; };
      stream.onerror = () => { answer.textContent += "(connection lost)\n"; };
      return;
    }
    const options = { method: method.toUpperCase() };
    if (body) Object.assign(options, { body: body.value, headers: { "content-type": "application/json" } });
    try {
      const response = await fetch(address, options);
      const text = await response.text();
      answer.textContent += response.status + " " + response.statusText + "\n";
      try { answer.textContent += JSON.stringify(JSON.parse(text), null, 2); } catch { answer.textContent += text; }
    } catch (error) {
      answer.textContent += String(error);
    }
  });
};
fetch("/api/openapi.json").then(response => response.json()).then(api => {
  const routes = document.getElementById("routes");
  routes.textContent = "";
  for (const tag of api.tags) {
    element("h2", tag.description, routes);
    for (const [path, methods] of Object.entries(api.paths))
      for (const [method, operation] of Object.entries(methods))
        if ((operation.tags || []).includes(tag.name)) show(routes, api, method, path, operation);
  }
});
