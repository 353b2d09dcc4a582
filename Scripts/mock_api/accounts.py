"""The rules: each account's state, and what every operation does to it."""
from datetime import datetime, timedelta

from .bodies import fields, is_flag, is_name, is_price, is_stock, is_text
from .errors import Problem

ROUTES = []


def route(operation, method, template):
    def register(function):
        ROUTES.append((operation, method, template.split("/")[1:], function))
        return function
    return register


class Account:
    """One account's copy of everything. An unknown account starts with the default data under its own name."""

    def __init__(self, name, fixtures):
        self.contacts = fixtures.copy("Contacts/list", name)
        self.products = fixtures.copy("Products/list", name)["products"]
        self.todos = fixtures.copy("Todos/list", name)["todos"]
        self.profile = {**fixtures.copy("Profile/show", name), "id": name}
        self.images = fixtures.images
        self.rendered = {}

    @staticmethod
    def find(rows, id):
        for index, row in enumerate(rows):
            if row["id"] == id:
                return index
        raise Problem(404, "not_found", id=id)

    def take(self, group, id):
        rows = self.contacts[group]
        return rows.pop(self.find(rows, id))

    @route("contacts.list", "GET", "/contacts")
    def list_contacts(self, query, body):
        return 200, self.contacts

    @route("contacts.accept", "POST", "/contacts/requests/{id}/accept")
    def accept(self, query, body, id):
        contact = self.take("requestsReceived", id)
        self.contacts["contacts"].append(contact)
        return 200, contact

    @route("contacts.decline", "POST", "/contacts/requests/{id}/decline")
    def decline(self, query, body, id):
        self.take("requestsReceived", id)
        return 204, None

    @route("contacts.send", "POST", "/contacts/requests")
    def send(self, query, body):
        contact = self.take("placeholders", fields(body, contactId=is_name)["contactId"])
        self.contacts["requestsSent"].append(contact)
        return 201, contact

    @route("contacts.delete", "DELETE", "/contacts/{id}")
    def delete_contact(self, query, body, id):
        self.take("contacts", id)
        return 204, None

    @route("products.list", "GET", "/products")
    def list_products(self, query, body):
        category = query.get("category")
        return 200, {"products": [p for p in self.products if category in (None, p.get("category"))]}

    @route("products.detail", "GET", "/products/{id}")
    def show_product(self, query, body, id):
        return 200, self.products[self.find(self.products, id)]

    @route("products.edit", "PATCH", "/products/{id}")
    def edit_product(self, query, body, id):
        product = self.products[self.find(self.products, id)]
        product.update(fields(body, name=is_name, summary=is_text, price=is_price, stock=is_stock))
        # A mock has no clock of its own: an edit is one minute after the state that it changes.
        edited = datetime.strptime(product["updatedAt"], "%Y-%m-%dT%H:%M:%SZ") + timedelta(minutes=1)
        product["updatedAt"] = edited.strftime("%Y-%m-%dT%H:%M:%SZ")
        return 200, product

    @route("todos.list", "GET", "/todos")
    def list_todos(self, query, body):
        return 200, {"todos": self.todos}

    @route("todos.update", "PATCH", "/todos/{id}")
    def update_todo(self, query, body, id):
        todo = self.todos[self.find(self.todos, id)]
        todo.update(fields(body, isDone=is_flag))
        return 200, todo

    @route("profile.show", "GET", "/profile")
    def show_profile(self, query, body):
        return 200, self.profile

    @route("profile.update", "PATCH", "/profile")
    def update_profile(self, query, body):
        self.profile.update(fields(body, name=is_name, bio=is_text))
        return 200, self.profile

    @route("images.fetch", "GET", "/images/{name}")
    def fetch_image(self, query, body, name):
        if name not in self.images:
            raise Problem(404, "not_found", id=name)
        return 200, self.images[name]
